import type { Writable } from 'node:stream';

/** What may wait for a slow reader, in characters; further lines are dropped. */
const MOST_WAITING = 1_000_000;

/**
 * Takes log lines without waiting for their reader. A pipe without a reader fills up, and a logger that waits for it
 * blocks the whole program, including its shutdown.
 * @param most characters that may wait
 */
export function logOutput(stream: Writable, most = MOST_WAITING): { write(line: string): void } {
  let dropped = 0;
  // A reader that is gone is no reason to end.
  stream.on('error', () => undefined);
  return {
    write: (line) => {
      if (!stream.writable) return;
      if (stream.writableLength + line.length > most) {
        dropped += 1;
        return;
      }
      if (dropped > 0) {
        const time = new Date().toISOString();
        stream.write(
          `${JSON.stringify({ level: 40, time, dropped, msg: 'Log lines were dropped: nobody read them' })}\n`,
        );
        dropped = 0;
      }
      stream.write(line);
    },
  };
}
