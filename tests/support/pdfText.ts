import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF as a reader copies them, in the order in which they are written, one line each: glyphs of embedded
 * fonts by the fonts' own maps, built-in fonts as Windows-1252.
 */
export function textOfPdf(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body]));
  const glyphs = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, glyphMap(objects, objects.get(id) ?? '')]),
  );
  const texts: string[] = [];
  for (const body of objects.values()) {
    let font = '';
    for (const [part, name] of streamOf(body ?? '').matchAll(/\/(F\d+) [\d.]+ Tf|\[[^\]]*\] TJ/g)) {
      if (name !== undefined) font = name;
      else texts.push(decoded(part, glyphs.get(font) ?? null));
    }
  }
  return texts.join('\n');
}

function decoded(part: string, glyphs: readonly string[] | null): string {
  const hex = [...part.matchAll(/<([0-9a-f]*)>/g)].map(([, digits = '']) => digits).join('');
  if (glyphs === null) return Buffer.from(hex, 'hex').toString('latin1');
  return (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs[parseInt(glyph, 16)] ?? '\ufffd').join('');
}

/** The text of each glyph of an embedded font (PDF 1.7, 9.10.3); null for a built-in one. */
function glyphMap(objects: Map<string | undefined, string | undefined>, font: string): string[] | null {
  const id = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
  if (id === undefined) return null;
  const ranges = [...streamOf(objects.get(id) ?? '').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)];
  const texts: string[] = [];
  for (const [, first = '', entries = ''] of ranges) {
    for (const [i, [, units = '']] of [...entries.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const codes = (units.replaceAll(' ', '').match(/.{4}/g) ?? []).map((code) => parseInt(code, 16));
      texts[parseInt(first, 16) + i] = String.fromCharCode(...codes);
    }
  }
  return texts;
}

function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0);
  if (start === null) return '';
  const begin = start.index + start[0].length;
  try {
    return inflateSync(Buffer.from(body.slice(begin, begin + length), 'latin1')).toString('latin1');
  } catch {
    // Not compressed: no text that is looked for.
    return '';
  }
}

export function pagesOfPdf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
