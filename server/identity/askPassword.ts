import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';

/** The person gave up at the prompt. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/**
 * A password: typed at the terminal without echo, or the whole of standard input, without its last line break.
 * @throws Cancelled on Ctrl-C or Ctrl-D
 */
export async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal, so that typed characters go to the silent output alone.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  const gaveUp = new AbortController();
  terminal.once('SIGINT', () => gaveUp.abort());
  terminal.once('close', () => gaveUp.abort());
  process.stderr.write(prompt);
  try {
    return await terminal.question('', { signal: gaveUp.signal });
  } catch {
    throw new Cancelled('No user was added.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
