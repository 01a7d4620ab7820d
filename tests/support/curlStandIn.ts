import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/*
 * Does what the examples of docs/partners.md ask of curl, for hosts that have none: run as `node curlStandIn.ts ARGUMENTS...`.
 * It takes `-sS`, `-X`, `-H`, `-d` (text, `@-` or `@file`), `-F name=@file`, `-D` and `-o`, and refuses everything else.
 */

interface Call {
  url: string | null;
  method: string | null;
  headers: Headers;
  body: string | FormData | null;
  headersTo: string | null;
  bodyTo: string | null;
}

function callOf(given: readonly string[]): Call {
  const call: Call = { url: null, method: null, headers: new Headers(), body: null, headersTo: null, bodyTo: null };
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '-sS') continue;
    if (!word.startsWith('-')) {
      call.url = word;
      continue;
    }
    const value = left.shift();
    if (value === undefined) throw new Error(`${word} needs a value`);
    take(call, word, value);
  }
  return call;
}

function take(call: Call, option: string, value: string): void {
  switch (option) {
    case '-X':
      call.method = value;
      return;
    case '-H': {
      const [name = '', ...rest] = value.split(':');
      call.headers.set(name.trim(), rest.join(':').trim());
      return;
    }
    case '-d':
      call.body = dataOf(value);
      return;
    case '-F': {
      const [name = '', file = ''] = value.split('=@');
      const form = new FormData();
      form.set(name, new Blob([readFileSync(file)], { type: 'application/octet-stream' }), basename(file));
      call.body = form;
      return;
    }
    case '-D':
      call.headersTo = value;
      return;
    case '-o':
      call.bodyTo = value;
      return;
    default:
      throw new Error(`The stand-in for curl does not know ${option}`);
  }
}

/** As curl reads it: from a file or standard input without its line breaks. */
function dataOf(value: string): string {
  if (!value.startsWith('@')) return value;
  return readFileSync(value === '@-' ? 0 : value.slice(1), 'utf8').replace(/[\r\n]/g, '');
}

const { url, method, headers, body, headersTo, bodyTo } = callOf(process.argv.slice(2));
if (url === null) throw new Error('No address was given');
const answer = await fetch(url, { method: method ?? (body === null ? 'GET' : 'POST'), headers, body });
if (headersTo !== null) {
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  writeFileSync(headersTo, `HTTP/1.1 ${answer.status} ${answer.statusText}\r\n${lines.join('')}\r\n`);
}
const bytes = Buffer.from(await answer.arrayBuffer());
if (bodyTo === null) process.stdout.write(bytes);
else writeFileSync(bodyTo, bytes);
