import { FILE } from '../../domain/messages/callMessages.ts';
import type { TextEncoding } from '../../domain/spreadsheet/textFormat.ts';
import { invalid } from '../errors/refusal.ts';

/**
 * The text of a file in pieces: without a byte order mark, and with every line break as a line feed, so that lines
 * are counted the same wherever the file was made.
 * @throws Refused invalid for bytes that are no text of the encoding
 */
export async function* textChunks(
  file: AsyncIterable<Buffer>,
  encoding: TextEncoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalid({ field: 'file', said: FILE.notUtf8({}) });
    }
  };
  let held = '';
  for await (const chunk of file) {
    const text = held + decode(chunk);
    // The line feed of a carriage return may come with the next piece.
    held = text.endsWith('\r') ? '\r' : '';
    const whole = held === '' ? text : text.slice(0, -1);
    if (whole !== '') yield withLineFeeds(whole);
  }
  const last = withLineFeeds(held + decode());
  if (last !== '') yield last;
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
