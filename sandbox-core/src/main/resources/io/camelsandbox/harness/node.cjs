// Preloaded by `node -r` in front of the user's main file: prepares this process as its request says, then lets node
// run that file itself, so that its stack, its kind of module and its end are node's own. The request comes on
// descriptor 3 (see HarnessRequest.java). Descriptor 3 that ends without a whole request is the end: nothing is run.
'use strict';
const {isMainThread} = require('worker_threads');

/**
 * Pays for what only the first output, formatting and loading of a file cost. A stream like that of standard output is
 * made on the same pipe, and everything happens to it but the writing itself; nothing stays open.
 */
const rehearse = () => {
  const {openSync, constants} = require('fs');
  const {Socket} = require('net');
  require('tty').isatty(1);
  require('vm').runInThisContext('(function () { return JSON.stringify({a: 1}); })()');
  require('url').pathToFileURL(__filename);
  require('./node_rehearsal.cjs');
  delete require.cache[require.resolve('./node_rehearsal.cjs')];
  module.children.length = 0;
  process.chdir(process.cwd());
  process.emit(Symbol('rehearsal'));
  // Node looks at it when it formats for the first time, and makes it by looking.
  const stderr = Object.getOwnPropertyDescriptor(process, 'stderr');
  try {
    const stream = new Socket({fd: openSync('/proc/self/fd/1', constants.O_WRONLY), readable: false, writable: true});
    const handle = stream._handle;
    handle.writeUtf8String = handle.writeLatin1String = handle.writeBuffer = handle.writev = () => 0;
    Object.defineProperty(process, 'stderr', {...stderr, get: () => stream});
    const output = new console.Console(stream, stream);
    for (let turn = 0; turn < 3; turn++) {
      output.log(1, 'text', {a: [1, {b: 'c'}]}, new Map([[1, true]]));
      output.log('%s of %d', 'format', 1.5);
    }
    handle.unref();
    handle.close();
  } catch {
    // Standard output is not a pipe: its first use pays for itself.
  } finally {
    Object.defineProperty(process, 'stderr', stderr);
  }
};

const WAITING = 0x7ffffe00;
const END = 0x7fffff00;
const {closeSync} = require('fs');

/** Closing a descriptor that cannot exist is a word to the sandbox's init (see early.h). */
const say = word => {
  try {
    closeSync(word);
  } catch {
    // There is no init that takes it.
  }
};

/**
 * Says the end of this process before node takes itself apart, which takes longer than most scripts and shows nothing:
 * when nobody listens to 'exit', has taken over how it is told, or asked node for a report of the run. It is found out
 * by the look for listeners itself, which is no listener. An uncaught error is told after 'exit', but never with code 0.
 */
const endEarly = () => {
  const {emit, reallyExit, env} = process;
  const events = process._events;
  if (env.NODE_OPTIONS !== undefined || env.NODE_V8_COVERAGE !== undefined || Object.getPrototypeOf(events) !== null) {
    return;
  }
  let listened = false;
  Object.setPrototypeOf(events, Object.create(null, {
    exit: {
      get() {
        const taken = listened || this !== process._events || process.emit !== emit || process.reallyExit !== reallyExit;
        if (!taken && process._exiting === true && (process.exitCode ?? 0) === 0) {
          say(END);
        }
        return undefined;
      },
      set(listener) {
        listened = true;
        Object.defineProperty(this, 'exit', {value: listener, writable: true, enumerable: true, configurable: true});
      },
    },
  }));
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

  const decode = request => {
    if (request.length < 4 || request.readUInt32BE(0) !== request.length - 4) {
      return undefined;
    }
    const fields = request.toString('utf8', 4).split('\0');
    const version = fields.shift();
    const some = () => fields.splice(0, Number(fields.shift()));
    return {version, path: fields.shift(), folder: fields.shift(), args: some(), env: some()};
  };

  /** The first part of the request, or undefined where it has not come yet: then there is time to warm up. */
  const whatIsThere = () => {
    if (!fs.fstatSync(3).isFIFO()) {
      return Buffer.alloc(0);
    }
    const again = fs.openSync('/proc/self/fd/3', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      const part = Buffer.alloc(1 << 16);
      return part.subarray(0, fs.readSync(again, part));
    } catch (error) {
      if (error.code !== 'EAGAIN') {
        throw error;
      }
      return undefined;
    } finally {
      fs.closeSync(again);
    }
  };

  const receive = first => {
    const request = decode(Buffer.concat([first, fs.readFileSync(3)]));
    fs.closeSync(3);
    if (request === undefined) {
      process.reallyExit(0);
    }
    if (request.version !== '1') {
      fs.writeSync(2, "this interpreter's bootstrap is of another version than the library\n");
      process.reallyExit(70);
    }
    return request;
  };

  endEarly();
  const early = process.argv.includes('--rehearse') ? whatIsThere() : Buffer.alloc(0);
  if (early === undefined) {
    rehearse();
    decode(Buffer.concat([fs.readFileSync('/dev/null'), Buffer.from('\0\0\0\x0c1\0/\0/\x000\x001\0A=', 'latin1')]));
    say(WAITING);
  }
  const {path, folder, args, env} = receive(early ?? Buffer.alloc(0));
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
