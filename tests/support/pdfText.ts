import { inflateSync } from 'node:zlib';

/** The texts of a PDF that was made with the built-in fonts, in the order in which they are written, one line each. */
export function textOfPdf(pdf: Buffer): string {
  const texts: string[] = [];
  for (const [, stream = ''] of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const content = inflated(Buffer.from(stream, 'latin1'));
    for (const [line] of content.matchAll(/\[.*?\] TJ/g)) {
      const parts = [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      texts.push(parts.join(''));
    }
  }
  return texts.join('\n');
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    // Not a page's content.
    return '';
  }
}

export function pagesOfPdf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
