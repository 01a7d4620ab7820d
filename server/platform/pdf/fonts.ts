import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../process/packageRoot.ts';

/** A font that is embedded in PDFs. */
export interface DocumentFont {
  bytes: Buffer;
  /** code points that it has a glyph for */
  letters: ReadonlySet<number>;
}

export interface DocumentFonts {
  regular: DocumentFont;
  bold: DocumentFont;
}

let kept: DocumentFonts | null = null;

/** Inter in two weights, read when the first PDF is made (docs/decisions/0011). */
export function documentFonts(): DocumentFonts {
  kept ??= { regular: load('inter-regular.ttf'), bold: load('inter-bold.ttf') };
  return kept;
}

function load(file: string): DocumentFont {
  const bytes = readFileSync(join(packageRoot, 'server', 'platform', 'pdf', 'fonts', file));
  return { bytes, letters: lettersOf(bytes) };
}

/** The code points of a TrueType font's character map (OpenType, 'cmap', format 4: the basic plane). */
export function lettersOf(font: Buffer): Set<number> {
  const cmap = tableAt(font, 'cmap');
  const letters = new Set<number>();
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4);
    if (font.readUInt16BE(at) !== 4) continue;
    const segments = font.readUInt16BE(at + 6) / 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const last = font.readUInt16BE(at + 14 + 2 * segment);
      const first = font.readUInt16BE(at + 16 + 2 * (segments + segment));
      for (let code = first; code <= last && code !== 0xffff; code += 1) letters.add(code);
    }
  }
  return letters;
}

function tableAt(font: Buffer, tag: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + 16 * i;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}
