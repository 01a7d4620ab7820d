import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { logOutput } from './logOutput.ts';

/** A stream whose reader takes one line at a time, on demand. */
function slowStream() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      waiting.push(done);
    },
  });
  return { stream, taken, read: () => waiting.shift()?.() };
}

describe('log lines', () => {
  it('wait up to a limit, and are dropped and counted beyond it', () => {
    const { stream, taken, read } = slowStream();
    const output = logOutput(stream, 10);
    for (const line of ['1234\n', '5678\n', 'lost\n', 'lost\n']) output.write(line);
    expect(stream.writableLength).toBe(10);
    expect(taken).toEqual(['1234\n']);
    read();
    read();
    output.write('90\n');
    read();
    expect(JSON.parse(taken[2] ?? '')).toMatchObject({ level: 40, dropped: 2 });
    expect(taken.slice(3)).toEqual(['90\n']);
  });

  it('go nowhere, quietly, once the reader is gone', () => {
    const { stream, taken } = slowStream();
    const output = logOutput(stream);
    stream.destroy(new Error('EPIPE'));
    output.write('unheard\n');
    expect(taken).toEqual([]);
  });
});
