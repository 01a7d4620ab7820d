import { expect, it } from 'vitest';
import { textChunks } from './textChunks.ts';

async function textOf(...pieces: (string | number[])[]): Promise<string> {
  const file = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })();
  let text = '';
  for await (const chunk of textChunks(file)) text += chunk;
  return text;
}

it('every line break is one line feed, also where a piece of the file ends within it', async () => {
  expect(await textOf('one\r', '\ntwo\r\n\r', 'three\r', 'four\r')).toBe('one\ntwo\n\nthree\nfour\n');
});

it('a character whose bytes come in two pieces stays whole, and a byte order mark goes', async () => {
  expect(await textOf([0xef, 0xbb], [0xbf, 0xc3], [0x81], 'bel')).toBe('Ábel');
});

it('a character that breaks off at the end is refused', async () => {
  await expect(textOf('Sarm', [0xc3])).rejects.toThrow('not UTF-8');
});
