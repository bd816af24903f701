// Preloaded by `node -r` in front of the user's main file: prepares this process as its request says, then lets node
// run that file itself, so that its stack, its kind of module and its end are node's own. The request comes on
// descriptor 3 (see HarnessRequest.java). Descriptor 3 that ends without a whole request is the end: nothing is run.
'use strict';
const {isMainThread} = require('worker_threads');

/** Pays for what only the first output and formatting cost, and opens nothing: the modules are node's own. */
const rehearse = () => {
  require('util').format('%s', {a: [1, {b: 'c'}]}, new Map(), 1.5);
  require('net');
  require('tty');
  require('vm').runInThisContext('(function () { return JSON.stringify({a: 1}); })()');
  require('url').pathToFileURL(__filename);
};

/** Node before 20.19 and 22.7 takes a file for a module by its package alone, not by what is written in it. */
const nodeCannotTellModules = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 7);
};

const isWrittenAsModule = (code, path) => {
  const signs = /outside a module|Unexpected token 'export'|await is only valid in async functions and the top level/;
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  try {
    require('vm').compileFunction(code.replace(/^#!.*/, ''), names, {filename: path});
    return false;
  } catch (error) {
    return error instanceof SyntaxError && signs.test(error.message);
  }
};

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

  if (process.argv.includes('--rehearse')) {
    rehearse();
  }
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
  if (nodeCannotTellModules() && isWrittenAsModule(fs.readFileSync(path, 'utf8'), path)) {
    fs.writeFileSync(require('path').join(path, '../package.json'), '{"type": "module"}');
  }
  process.argv.splice(1, process.argv.length, path, ...args);
  process.execArgv.length = 0;
} else {
  // A worker inherits the options that node was started with, this file among them.
  const own = process.execArgv.indexOf(__filename);
  if (own > 0) {
    process.execArgv.splice(0, own + 1);
  }
}
delete require.cache[__filename];
