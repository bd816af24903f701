// Preloaded by `node -r` in front of the user's main file: prepares this process as its request says, then lets node
// run that file itself. The request comes on descriptor 3 (see HarnessRequest.java). Descriptor 3 that ends without a
// whole request is the end: nothing is run.
'use strict';
const {isMainThread} = require('worker_threads');
if (isMainThread) {
  const fs = require('fs');

  const receive = () => {
    const request = fs.readFileSync(3);
    fs.closeSync(3);
    if (request.length < 4 || request.readUInt32BE(0) !== request.length - 4) {
      process.reallyExit(0);
    }
    const fields = request.toString('utf8', 4).split('\0');
    if (fields.shift() !== '1') {
      fs.writeSync(2, "this interpreter's bootstrap is of another version than the library\n");
      process.reallyExit(70);
    }
    const some = () => fields.splice(0, Number(fields.shift()));
    return {path: fields.shift(), folder: fields.shift(), args: some(), env: some()};
  };

  const {path, folder, args, env} = receive();
  for (const entry of env) {
    const end = entry.indexOf('=');
    process.env[entry.slice(0, end)] = entry.slice(end + 1);
  }
  try {
    process.chdir(folder);
  } catch (error) {
    fs.writeSync(2, `the working directory cannot be entered: ${error.code}\n`);
    process.reallyExit(126);
  }
  process.argv.splice(1, process.argv.length, path, ...args);
  process.execArgv.length = 0;
}
delete require.cache[__filename];
