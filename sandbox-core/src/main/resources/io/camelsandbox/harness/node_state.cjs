// Runs one execution after the other in this process, so that what one leaves is there in the next. Orders come on
// descriptor 3, answers go out on 4 and 5, which are what the code's own 1 and 2 are too: between its output, as frames
// that begin with the mark of the order (see StateFrames.java). V8 evaluates the code as a console's does, which
// lets names be declared anew and awaits at the top; imports are rewritten to what works there.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const util = require('util');
const {createRequire} = require('module');
const {pathToFileURL} = require('url');
const {Session} = require('inspector');

const [ORDERS, OUT, ERR] = [3, 4, 5];
const LONGEST_FRAME = 4096; // PIPE_BUF: written whole or not at all, whoever else writes
const MOST_PARTS = 1000;
const BINARY = new Set(['image/png', 'image/jpeg', 'image/gif', 'application/pdf']);
const BUNDLE = Symbol.for('Jupyter.display');

// What code does to these later is not done to us.
const {writeSync, openSync, closeSync, fstatSync} = fs;
const {concat, from, alloc} = Buffer;
const {stringify} = JSON;
const {inspect, types} = util;
const {setImmediate: later, process: own, Error: PlainError} = globalThis;
const {wait} = Atomics;
const cell = new Int32Array(new SharedArrayBuffer(4));
const streams = [own.stdout, own.stderr];
const exit = own.reallyExit.bind(own);

const send = (descriptor, mark, kind, payload) => {
  const head = alloc(3);
  head.write(kind, 0, 'latin1');
  head.writeUInt16BE(payload.length, 1);
  let frame = concat([mark, head, payload]);
  let target = descriptor;
  while (frame.length > 0) {
    try {
      frame = frame.subarray(writeSync(target, frame));
    } catch (error) {
      if (error.code === 'EAGAIN') {
        wait(cell, 0, 0, 1);
      } else if (target === descriptor) {
        target = descriptor - OUT + 1; // the code closed it; what it has itself leads to the same place
      } else {
        exit(70);
      }
    }
  }
};

/** What is shown: representations of values, each a part with its MIME type. */
const screen = {
  begin(order) {
    Object.assign(this, {mark: order.mark, room: order.room, parts: MOST_PARTS, values: 0, cut: false});
    send(OUT, this.mark, 'B', alloc(0));
  },
  put(bundle) {
    const parts = Object.entries(bundle).map(([kind, data]) => [kind, encoded(kind, data)]);
    if (this.mark) {
      parts.filter(([, data]) => data !== null).forEach(([kind, data]) => this.part(kind, data));
      this.values++;
    }
  },
  part(kind, data) {
    const fits = this.fitting(kind, data);
    if ((fits === null || fits.length < data.length) && !this.cut) {
      this.cut = true;
      send(OUT, this.mark, 'T', alloc(0));
    }
    if (fits === null) {
      return;
    }
    this.room -= fits.length;
    this.parts--;
    const head = alloc(8);
    head.writeUInt32BE(this.values, 0);
    head.writeUInt32BE(fits.length, 4);
    send(OUT, this.mark, 'P', concat([head, from(kind, 'latin1')]));
    const step = LONGEST_FRAME - this.mark.length - 3;
    for (let start = 0; start < fits.length; start += step) {
      send(OUT, this.mark, 'D', fits.subarray(start, start + step));
    }
  },
  /** As much of a text as there is room for; of anything else all or nothing. */
  fitting(kind, data) {
    if (this.parts === 0 || kind.length > 100) {
      return null;
    }
    if (data.length <= this.room) {
      return data;
    }
    if (kind !== 'text/plain' || this.room === 0) {
      return null;
    }
    let end = this.room;
    while (end > 0 && (data[end] & 0xc0) === 0x80) {
      end--;
    }
    return data.subarray(0, end);
  },
};

const encoded = (kind, data) => {
  if (data === null || data === undefined) {
    return null;
  }
  if (ArrayBuffer.isView(data)) {
    return from(data.buffer, data.byteOffset, data.byteLength);
  }
  if (typeof data === 'string' && kind !== 'application/json') {
    return from(data, BINARY.has(kind) ? 'base64' : 'utf8');
  }
  return from(stringify(data));
};

const isData = value => {
  const kind = Object.getPrototypeOf(value);
  return Array.isArray(value) || kind === Object.prototype || kind === null;
};

const bundleOf = async value => {
  const isObject = value !== null && (typeof value === 'object' || typeof value === 'function');
  const found = isObject && typeof value[BUNDLE] === 'function' ? {...await value[BUNDLE]()} : {};
  if (isObject && Object.keys(found).length === 0 && !types.isProxy(value) && isData(value)) {
    try {
      found['application/json'] = stringify(value) === undefined ? null : from(stringify(value));
    } catch {
      // it is no JSON: its text is what there is
    }
  }
  return 'text/plain' in found ? found : {'text/plain': inspect(value), ...found};
};

/** Shows a value: what it is comes back in the result. With raw, it is an object of MIME type to content. */
const display = async (value, {raw = false} = {}) => screen.put(raw ? {...value} : await bundleOf(value));

/** What node calls internal: a parser, to find imports. Without it only code without imports is understood. */
const parser = (() => {
  try {
    return require('internal/deps/acorn/acorn/dist/acorn');
  } catch {
    return null;
  }
})();

const IMPORT = '__import';

const importStatement = (node, code) => {
  const call = `await ${IMPORT}(${code.slice(node.source.start, node.source.end)})`;
  const names = [];
  let whole = null;
  for (const one of node.specifiers) {
    if (one.type === 'ImportNamespaceSpecifier') {
      whole = one.local.name;
    } else {
      const imported = one.type === 'ImportDefaultSpecifier' ? 'default' : code.slice(one.imported.start, one.imported.end);
      names.push(`${imported}: ${one.local.name}`);
    }
  }
  if (whole !== null) {
    return `const ${whole} = ${call};` + (names.length > 0 ? ` const {${names.join(', ')}} = ${whole};` : '');
  }
  return names.length > 0 ? `const {${names.join(', ')}} = ${call};` : `${call};`;
};

/** The code with its imports as calls, line for line; code that cannot be read is V8's to complain of. */
const withoutImports = code => {
  if (parser === null || !/\bimport\b/.test(code)) {
    return code;
  }
  const edits = [];
  const visit = node => {
    if (node.type === 'ImportDeclaration') {
      const lines = code.slice(node.start, node.end).split('\n').length - 1;
      edits.push([node.start, node.end, importStatement(node, code) + '\n'.repeat(lines)]);
      return;
    }
    if (node.type === 'ImportExpression') {
      edits.push([node.start, node.start + 'import'.length, IMPORT]);
    } else if (node.type === 'MetaProperty' && node.meta.name === 'import') {
      edits.push([node.start, node.end, `${IMPORT}.meta`]);
    }
    for (const below of Object.values(node)) {
      (Array.isArray(below) ? below : [below]).forEach(one => one && typeof one.type === 'string' && visit(one));
    }
  };
  try {
    visit(parser.parse(code, {
      ecmaVersion: 'latest', allowImportExportEverywhere: true, allowAwaitOutsideFunction: true, allowHashBang: true,
    }));
  } catch {
    return code;
  }
  edits.sort((one, other) => other[0] - one[0]);
  return edits.reduce((text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end), code);
};

const session = new Session();
session.connect();

const post = (method, options) => new Promise((resolve, reject) => {
  session.post(method, options, (error, answer) => (error ? reject(error) : resolve(answer)));
});

let received;
globalThis.__received = value => { received = value; };
const receive = globalThis.__received;
delete globalThis.__received;

/** The value that the inspector tells of. */
const valueOf = async remote => {
  if (remote.objectId === undefined) {
    if (remote.type === 'undefined') {
      return undefined;
    }
    if (remote.unserializableValue !== undefined) {
      const text = remote.unserializableValue;
      return remote.type === 'bigint' ? BigInt(text.slice(0, -1)) : Number(text);
    }
    return remote.value;
  }
  const key = Symbol.for('camelsandbox.received');
  Object.defineProperty(globalThis, key, {value: receive, configurable: true});
  await post('Runtime.callFunctionOn', {
    objectId: remote.objectId,
    functionDeclaration: "value => globalThis[Symbol.for('camelsandbox.received')](value)",
    arguments: [{objectId: remote.objectId}],
  });
  delete globalThis[key];
  const value = received;
  received = undefined;
  return value;
};

const OURS = /^ +at (Session\.post \(node:inspector|.*node_state\.cjs)/;
const FRAME = /^ +at /;

/** Our frames are beneath those of the code: from the first of them on, a stack is none of its business. */
const withoutOurFrames = text => {
  let ours = false;
  return text.split('\n').filter(line => {
    ours = FRAME.test(line) && (ours || OURS.test(line));
    return !ours;
  }).join('\n');
};

const writeError = text => {
  streams[1].write(`${text}\n`);
};

const report = error => {
  let text;
  try {
    text = error instanceof PlainError || types.isNativeError(error) ? inspect(error) : `Uncaught ${inspect(error)}`;
  } catch {
    text = 'Uncaught exception that cannot be shown';
  }
  writeError(withoutOurFrames(text));
};

const reportSyntax = (details, error, name, code) => {
  const line = code.split('\n')[details.lineNumber] ?? '';
  const shown = line.length > 500 ? '' : `${line}\n${' '.repeat(Math.max(0, details.columnNumber))}^\n\n`;
  writeError(`${name}:${details.lineNumber + 1}\n${shown}${error.name}: ${error.message}`);
};

const evaluate = async (code, name) => {
  const answer = await post('Runtime.evaluate', {
    expression: `${code}\n//# sourceURL=${name}`,
    replMode: true,
    awaitPromise: true,
    objectGroup: 'execution',
  });
  const details = answer.exceptionDetails;
  if (!details) {
    return {value: await valueOf(answer.result)};
  }
  const error = await valueOf(details.exception);
  if (types.isNativeError(error) && error.name === 'SyntaxError' && details.scriptId && !details.stackTrace) {
    reportSyntax(details, error, name, code);
  } else {
    report(error);
  }
  return {failed: true};
};

const orders = new net.Socket({fd: ORDERS, readable: true, writable: false});
let running = null;

const drained = () => new Promise(resolve => {
  const look = () => (streams.every(one => one.destroyed || one.writableLength === 0) ? resolve() : later(look));
  later(look);
});

const finish = async (run, code) => {
  if (run !== running || run.ending) {
    return;
  }
  run.ending = true;
  orders.ref();
  await drained();
  const {user, system} = own.cpuUsage(run.cpu);
  const payload = alloc(17);
  payload[0] = code;
  payload.writeBigUInt64BE(BigInt(user + system), 1);
  payload.writeBigUInt64BE(BigInt(own.resourceUsage().maxRSS) * 1024n, 9);
  running = null;
  const mark = screen.mark;
  screen.mark = null;
  send(OUT, mark, 'E', payload);
  send(ERR, mark, 'E', alloc(0));
};

/** Gives the code descriptors of its own; where it closed one, the lowest free number is the one that is missing. */
const openDescriptors = order => {
  try {
    closeSync(0);
  } catch {
    // the code did it before
  }
  openSync(order.stdin || '/dev/null', 'r');
  for (const number of [1, 2]) {
    try {
      fstatSync(number);
    } catch {
      openSync(`/proc/self/fd/${number - 1 + OUT}`, 'w');
    }
  }
  let stdin;
  Object.defineProperty(own, 'stdin', {
    configurable: true,
    enumerable: true,
    get: () => (stdin ??= new fs.ReadStream(null, {fd: 0, autoClose: false})),
  });
};

const prepare = order => {
  openDescriptors(order);
  for (const entry of order.env) {
    const end = entry.indexOf('=');
    own.env[entry.slice(0, end)] = entry.slice(end + 1);
  }
  own.argv.splice(1, own.argv.length, '', ...order.args);
  if (order.folder) {
    own.chdir(order.folder);
  }
};

const execute = async order => {
  const run = {cpu: own.cpuUsage()};
  running = run;
  screen.begin(order);
  orders.unref();
  const name = `execution-${order.number}.js`;
  try {
    prepare(order);
  } catch (error) {
    writeError(`the execution cannot be prepared: ${error.code}`);
    return finish(run, 1);
  }
  try {
    const {value, failed} = await evaluate(withoutImports(order.code), name);
    if (failed) {
      return finish(run, 1);
    }
    const last = types.isPromise(value) ? await value : value;
    if (last !== undefined && run === running) {
      screen.put(await bundleOf(last));
    }
  } catch (error) {
    report(error);
    return finish(run, 1);
  } finally {
    await post('Runtime.releaseObjectGroup', {objectGroup: 'execution'});
  }
  return finish(run, 0);
};

const parse = body => {
  const fields = body.toString('utf8').split('\0');
  const next = () => fields.shift();
  const some = () => fields.splice(0, Number(next()));
  if (next() !== 's1') {
    writeSync(ERR, "this interpreter's bootstrap is of another version than the library\n");
    exit(70);
  }
  const order = {
    mark: from(next(), 'hex'), number: Number(next()), room: Number(next()), folder: next(), stdin: next(),
  };
  next();
  next();
  next();
  Object.assign(order, {args: some(), env: some(), modules: some()});
  order.code = next();
  return order;
};

let waiting = [];
let waitingLength = 0;
orders.on('data', chunk => {
  waiting.push(chunk);
  waitingLength += chunk.length;
  if (waitingLength < 4) {
    return;
  }
  const all = concat(waiting);
  waiting = [all];
  const end = 4 + all.readUInt32BE(0);
  if (all.length >= end) {
    waiting = [];
    waitingLength = 0;
    execute(parse(all.subarray(4, end)));
  }
});
orders.on('end', () => exit(0));
orders.on('error', () => exit(70));

own.on('uncaughtException', error => {
  if (own.listenerCount('uncaughtException') > 1) {
    return;
  }
  report(error);
  if (running) {
    finish(running, 1);
  }
});
own.on('beforeExit', () => {
  if (running) {
    writeError('Warning: an await at the top was never settled, and nothing is left that could settle it');
    finish(running, 13);
  }
});

const main = path.join(own.cwd(), 'execution.js');
const importer = specifier => {
  const text = String(specifier);
  const relative = /^\.{0,2}\//.test(text);
  return import(relative ? pathToFileURL(path.resolve(text)).href : resolved(text));
};
const resolved = specifier => {
  if (/^[a-z]+:/i.test(specifier)) {
    return specifier;
  }
  try {
    const found = createRequire(path.join(own.cwd(), 'execution.js')).resolve(specifier);
    return path.isAbsolute(found) ? pathToFileURL(found).href : specifier;
  } catch {
    return specifier;
  }
};
Object.defineProperty(importer, 'meta', {
  get: () => ({url: pathToFileURL(path.join(own.cwd(), 'execution.js')).href, dirname: own.cwd()}),
});
for (const [name, value] of Object.entries({
  display, [IMPORT]: importer, require: createRequire(main), module: {exports: {}}, exports: {},
})) {
  Object.defineProperty(globalThis, name, {value, writable: true, configurable: true});
}
own.execArgv.length = 0;
delete require.cache[__filename];
