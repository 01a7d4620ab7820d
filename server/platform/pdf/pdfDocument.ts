import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import encodeQR from 'qr';
import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { languageOf } from '../../domain/public/publicPages.ts';
import { documentWords, type DocumentWords } from '../../domain/messages/documents.ts';
import { documentFonts } from './fonts.ts';
import { written } from './written.ts';

/** Points (1/72 inch); A4. */
const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - 56;
/** the line above the footer */
const FOOT = 796;
/** lowest row of a table */
const ROW = 16;

export const INK = {
  text: '#2a201a',
  muted: '#665a50',
  line: '#e0d7ca',
  sunken: '#f2ede4',
  brand: '#5b3a29',
  leaf: '#2f6b3c',
  pod: '#8f5b00',
  alarm: '#b3261e',
  sky: '#1d5f8a',
} as const;
export type Ink = keyof typeof INK;

/** `mono` is only for ids and hashes: it is built in and writes plain ASCII. */
type FontName = 'regular' | 'bold' | 'mono';

const MONO = 'Courier';

/** Height above the baseline, relative to the size: aligns texts of two fonts on one line. */
const ASCENT: Record<FontName, number> = { regular: 0.969, bold: 0.969, mono: 0.629 };
/** Between lines; Inter's own line height is 1.21 of its size. */
const LINE_GAP = 0.5;
/** Left and right of a table's text. */
const [CELL_LEFT, CELL_RIGHT] = [3, 2];

export interface TextStyle {
  size?: number;
  font?: FontName;
  ink?: Ink;
}

export interface PdfColumn<Row> {
  title: string;
  /** share of the width */
  share: number;
  /** `right` is for figures: reduced in size instead of cut */
  align?: 'left' | 'right';
  text(row: Row): string;
  ink?(row: Row): Ink;
  font?: FontName;
  /** 8 unless told */
  size?: number;
  /** wraps to further lines instead of being cut, for text that must be complete */
  wrap?: boolean;
}

export interface Bar {
  label: string;
  count: number;
  ink: Ink;
}

/**
 * A PDF of A4 pages, filled from top to bottom; what does not fit begins a new page. The same calls give the same
 * bytes.
 */
export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #footer: string;
  readonly #issuer: Issuer | null;
  readonly #words: DocumentWords;
  /** Scale of the page's own points: a smaller scale gives more of them. */
  readonly #scale: number;
  readonly #margin: number;
  readonly #width: number;
  readonly #bottom: number;
  readonly #foot: number;
  #y: number;
  #exact = true;
  #pages = 0;

  /**
   * @param about.at creation time in the file's metadata
   * @param about.scale factor for everything but the margins
   * @param about.issuer who stands above the title, with logo and address
   */
  constructor(about: {
    title: string;
    subject: string;
    at: Date;
    footer: string;
    words?: DocumentWords;
    scale?: number;
    issuer?: Issuer | null | undefined;
  }) {
    this.#words = about.words ?? documentWords('en-US');
    this.#scale = about.scale ?? 1;
    this.#margin = MARGIN / this.#scale;
    this.#width = WIDTH / this.#scale;
    this.#bottom = BOTTOM / this.#scale;
    this.#foot = FOOT / this.#scale;
    this.#y = this.#margin;
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: languageOf(this.#words.locale),
      displayTitle: true,
      info: {
        Title: about.title,
        Subject: about.subject,
        Author: 'Manam-Trace',
        Creator: 'Manam-Trace',
        CreationDate: about.at,
        ModDate: about.at,
      },
    });
    for (const name of ['regular', 'bold'] as const) this.#doc.registerFont(name, documentFonts()[name].bytes);
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#footer = about.footer;
    this.#issuer = about.issuer ?? null;
    this.#doc.scale(this.#scale);
  }

  /** Number of pages, once finished. */
  get pages(): number {
    return this.#pages;
  }

  /** The title, with the product's name above it. */
  title(text: string, line: string): void {
    if (this.#issuer !== null) this.#letterhead(this.#issuer);
    this.#write('MANAM-TRACE', { size: 9, font: 'bold', ink: 'brand' }, { spacing: 1.2 });
    this.#y += 6;
    // On one line, if it remains readable as a title.
    const size = this.#sizeFor(text, this.#width, { size: 22, font: 'bold' });
    this.#write(text, { size: size < 15 ? 22 : size, font: 'bold' });
    this.#y += 4;
    this.#write(line, { size: 11, ink: 'muted' });
    this.#y += 10;
    this.#rule();
    this.#y += 14;
  }

  /** The issuer's name and address, and the logo at the right edge. */
  #letterhead({ name, address, country, logo }: Issuer): void {
    const logoWidth = 120;
    const top = this.#y;
    const width = logo === null ? this.#width : this.#width - logoWidth - 12;
    this.#y += this.#put(name, this.#margin, this.#y, width, { size: 11, font: 'bold' });
    const place = [address.replaceAll(/\s*\n\s*/g, ', '), this.#words.country(country)].filter((part) => part !== '');
    this.#y += this.#put(place.join(', '), this.#margin, this.#y, width, { size: 9, ink: 'muted' });
    if (logo !== null) {
      const fit: [number, number] = [logoWidth, 40];
      // What came from a thread is bytes without a Buffer's methods.
      this.#doc.image(Buffer.from(logo), this.#margin + this.#width - logoWidth, top, { fit, align: 'right' });
      this.#y = Math.max(this.#y, top + 40);
    }
    this.#y += 12;
  }

  /** @param keep height that must follow on the same page */
  heading(text: string, keep = 40): void {
    this.#need(keep + 30);
    this.#y += 10;
    this.#write(text, { size: 13, font: 'bold', ink: 'brand' });
    this.#y += 6;
  }

  paragraph(text: string, style: TextStyle = {}): void {
    this.#need(this.#height(text, this.#width, style));
    this.#write(text, style);
    this.#y += 6;
  }

  /** A highlighted sentence. */
  notice(text: string, ink: Ink): void {
    const style: TextStyle = { size: 10, font: 'bold', ink };
    const height = this.#height(text, this.#width - 24, style) + 14;
    this.#need(height);
    this.#doc.rect(this.#margin, this.#y, this.#width, height).fill(INK.sunken);
    this.#doc.rect(this.#margin, this.#y, 4, height).fill(INK[ink]);
    this.#put(text, this.#margin + 14, this.#y + 8, this.#width - 24, style);
    this.#y += height + 12;
  }

  /**
   * Names and values, one pair a line.
   * @param options.together on one page, where they fit on one
   */
  facts(
    pairs: readonly (readonly [name: string, value: string, style?: TextStyle])[],
    { together = false }: { together?: boolean } = {},
  ): void {
    const names = 132;
    const lines = pairs.map(([name, value, style]) => {
      const valueStyle = { size: 10, ...style };
      const height = Math.max(
        this.#height(name, names - 8, { size: 10 }),
        this.#height(value, this.#width - names, valueStyle),
      );
      return { name, value, valueStyle, height };
    });
    if (together) this.#need(lines.reduce((sum, { height }) => sum + height + 4, 0));
    for (const { name, value, valueStyle, height } of lines) {
      this.#need(height);
      this.#put(name, this.#margin, this.#y, names - 8, { size: 10, ink: 'muted' });
      this.#put(value, this.#margin + names, this.#y, this.#width - names, valueStyle, { beside: 10 });
      this.#y += height + 4;
    }
    this.#y += 4;
  }

  /** Figures next to each other, large. */
  tiles(tiles: readonly (readonly [name: string, value: string])[]): void {
    const gap = 8;
    const width = (this.#width + gap) / tiles.length;
    this.#need(58);
    for (const [i, [name, value]] of tiles.entries()) {
      const x = this.#margin + i * width;
      this.#doc.rect(x, this.#y, width - gap, 50).fill(INK.sunken);
      const style: TextStyle = { size: this.#sizeFor(value, width - 24, { size: 17, font: 'bold' }), font: 'bold' };
      this.#put(value, x + 8, this.#y + 7, width - 24, style, { beside: 17 });
      this.#put(name, x + 8, this.#y + 32, width - 24, { size: 8, ink: 'muted' });
    }
    this.#y += 62;
  }

  /** Bars on one scale, each with its name and count. */
  bars(title: string, bars: readonly Bar[]): void {
    const row = 17;
    const [names, counts] = [132, 44];
    this.#need(20 + bars.length * row);
    this.#write(title, { size: 10, font: 'bold' });
    this.#y += 4;
    const most = Math.max(1, ...bars.map(({ count }) => count));
    for (const { label, count, ink } of bars) {
      this.#put(label, this.#margin, this.#y, names - 8, { size: 9 });
      const full = this.#width - names - counts;
      this.#doc.rect(this.#margin + names, this.#y, full, 11).fill(INK.sunken);
      if (count > 0)
        this.#doc.rect(this.#margin + names, this.#y, Math.max(1, (count / most) * full), 11).fill(INK[ink]);
      this.#put(
        count.toLocaleString('en'),
        this.#margin + this.#width - counts,
        this.#y,
        counts,
        { size: 9 },
        { align: 'right' },
      );
      this.#y += row;
    }
    this.#y += 8;
  }

  /** A table whose header repeats on every page. Text that is too long for its cell ends in '…'. */
  async table<Row>(columns: readonly PdfColumn<Row>[], rows: readonly Row[]): Promise<void> {
    this.#need(3 * ROW);
    this.#tableHeader(columns);
    for (const row of rows) {
      const cells = columns.map((column) => ({
        ...column,
        words: column.text(row),
        width: column.share * this.#width - CELL_LEFT - CELL_RIGHT,
        style: { size: column.size ?? 8, ink: column.ink?.(row) ?? 'text', font: column.font } satisfies TextStyle,
      }));
      const wrapped = cells.filter(({ wrap }) => wrap === true);
      const heights = wrapped.map(({ words, width, style }) => this.#height(words, width, style) + 5);
      const height = Math.max(ROW, ...heights);
      if (this.#y + height > this.#bottom) {
        this.#newPage();
        this.#tableHeader(columns);
        // Long tables must not block other requests.
        await setImmediate();
      }
      let x = this.#margin;
      for (const { words, width, style: given, align, share, wrap } of cells) {
        // A figure is never cut.
        const style = align === 'right' ? { ...given, size: this.#sizeFor(words, width, given) } : given;
        this.#put(words, x + CELL_LEFT, this.#y + 3, width, style, { align, oneLine: wrap !== true, beside: 8 });
        x += share * this.#width;
      }
      this.#y += height;
      this.#rule();
    }
    this.#y += 10;
  }

  /** A picture with its caption; width and height are at most `size`. @param bytes PNG */
  picture(bytes: Uint8Array, size: number, caption: string): void {
    this.#need(size);
    this.#doc.image(Buffer.from(bytes), this.#margin, this.#y, { fit: [size, size] });
    const left = this.#margin + size + 16;
    this.#put(caption, left, this.#y, this.#width - size - 16, { size: 9, ink: 'muted' });
    this.#y += size + 10;
  }

  /** A QR code with its caption. */
  qr(content: string, size: number, caption: string): void {
    this.#need(size);
    this.#qrAt(content, this.#margin, this.#y, size);
    const height = this.#height(caption, this.#width - size - 20, { size: 10 });
    this.#put(caption, this.#margin + size + 16, this.#y + Math.max(0, (size - height) / 2), this.#width - size - 20, {
      size: 10,
    });
    this.#y += size + 10;
  }

  /**
   * QR codes in four columns, each in a frame to cut along, with an uncut name and a note. A row stays on one page.
   * @param items `content` is encoded in the code
   */
  async codes(items: readonly { content: string; name: string; note: string }[]): Promise<void> {
    const columns = 4;
    const [width, size, height] = [this.#width / columns, 100, 138];
    for (const [i, { content, name, note }] of items.entries()) {
      const column = i % columns;
      if (column === 0) {
        this.#need(height);
        // Long sheets must not block the thread's other work.
        await setImmediate();
      }
      const x = this.#margin + column * width;
      this.#doc.rect(x, this.#y, width, height).lineWidth(0.5).stroke(INK.line);
      this.#qrAt(content, x + (width - size) / 2, this.#y + 2, size);
      const named: TextStyle = { size: this.#sizeFor(name, width - 12, { size: 11, font: 'bold' }), font: 'bold' };
      this.#put(name, x + 6, this.#y + size + 2, width - 12, named, { align: 'center', oneLine: true, beside: 11 });
      this.#put(
        note,
        x + 6,
        this.#y + size + 18,
        width - 12,
        { size: 7.5, ink: 'muted' },
        { align: 'center', oneLine: true },
      );
      if (column === columns - 1 || i === items.length - 1) this.#y += height;
    }
    this.#y += 10;
  }

  /** Lines for a name, a day and a signature by hand. */
  signature(labels: readonly string[]): void {
    this.#need(56);
    this.#y += 34;
    const width = this.#width / labels.length;
    for (const [i, label] of labels.entries()) {
      const x = this.#margin + i * width;
      this.#doc
        .moveTo(x, this.#y)
        .lineTo(x + width - 16, this.#y)
        .lineWidth(0.75)
        .stroke(INK.muted);
      this.#put(label, x, this.#y + 4, width - 16, { size: 8, ink: 'muted' });
    }
    this.#y += 22;
  }

  /** Ends the PDF with footers and page numbers, and returns the bytes. */
  async finish(): Promise<Buffer> {
    if (!this.#exact) this.paragraph(this.#words.say('paper.notExact'), { size: 8, ink: 'muted' });
    const { count } = this.#doc.bufferedPageRange();
    this.#pages = count;
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      this.#doc
        .moveTo(this.#margin, this.#foot)
        .lineTo(this.#margin + this.#width, this.#foot)
        .lineWidth(0.5)
        .stroke(INK.line);
      this.#put(
        this.#footer,
        this.#margin,
        this.#foot + 7,
        this.#width - 74,
        { size: 8, ink: 'muted' },
        { oneLine: true },
      );
      this.#put(
        this.#words.say('paper.page', { page: page + 1, count }),
        this.#margin + this.#width - 70,
        this.#foot + 7,
        70,
        { size: 8, ink: 'muted' },
        { align: 'right' },
      );
    }
    const ended = new Promise<void>((resolve, reject) => {
      this.#doc.on('end', () => resolve());
      this.#doc.on('error', reject);
    });
    this.#doc.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #tableHeader<Row>(columns: readonly PdfColumn<Row>[]): void {
    this.#doc.rect(this.#margin, this.#y, this.#width, 18).fill(INK.sunken);
    let x = this.#margin;
    for (const { title, share, align } of columns) {
      const style: TextStyle = { size: 8, font: 'bold', ink: 'muted' };
      const width = share * this.#width - CELL_LEFT - CELL_RIGHT;
      this.#put(title, x + CELL_LEFT, this.#y + 4, width, style, { align, oneLine: true });
      x += share * this.#width;
    }
    this.#y += 18;
  }

  #qrAt(content: string, x: number, y: number, size: number): void {
    // Readers need a quiet zone of four modules (ISO/IEC 18004).
    const rows = encodeQR(content, 'raw', { ecc: 'medium', border: 4 });
    const module = size / rows.length;
    this.#doc.rect(x, y, size, size).fill('#ffffff');
    for (const [row, modules] of rows.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) this.#doc.rect(x + column * module, y + row * module, module, module);
      }
    }
    this.#doc.fill('#000000');
  }

  #write(text: string, style: TextStyle, more: { spacing?: number } = {}): void {
    this.#y += this.#put(text, this.#margin, this.#y, this.#width, style, more);
  }

  /**
   * Writes at a position without moving the cursor. @param more.beside size of the text on the same line; @returns
   * height
   */
  #put(
    text: string,
    x: number,
    y: number,
    width: number,
    style: TextStyle,
    more: { align?: 'left' | 'right' | 'center'; oneLine?: boolean; spacing?: number; beside?: number } = {},
  ): number {
    const { align, oneLine, spacing, beside } = more;
    const styled = this.#style(text, style);
    const size = style.size ?? 10;
    const down = beside === undefined ? 0 : ASCENT.regular * beside - ASCENT[style.font ?? 'regular'] * size;
    const options: PDFKit.Mixins.TextOptions = {
      width,
      // Page breaks are decided only here: the library does not consider the scale.
      height: 10_000,
      align: align ?? 'left',
      characterSpacing: spacing ?? 0,
      lineGap: LINE_GAP,
    };
    const height = this.#doc.heightOfString(styled, options);
    const line = oneLine === true ? fitted(this.#doc, styled.replaceAll('\n', ' '), width) : styled;
    this.#doc
      .fillColor(INK[style.ink ?? 'text'])
      .text(line, x, y + down, oneLine === true ? { ...options, lineBreak: false } : options);
    return height;
  }

  /** The largest size, up to the style's, at which a text fits on one line. */
  #sizeFor(text: string, width: number, style: TextStyle & { size: number }): number {
    const wide = this.#doc.widthOfString(this.#style(text, style));
    return wide <= width ? style.size : (style.size * width) / wide;
  }

  #height(text: string, width: number, style: TextStyle): number {
    return this.#doc.heightOfString(this.#style(text, style), { width, lineGap: LINE_GAP });
  }

  /** Sets font and size, and returns the text with replaced characters. */
  #style(text: string, { size, font }: TextStyle): string {
    const name = font ?? 'regular';
    this.#doc.font(name === 'mono' ? MONO : name).fontSize(size ?? 10);
    const { text: exactly, exact } = written(text, documentFonts()[name === 'bold' ? 'bold' : 'regular'].letters);
    this.#exact &&= exact;
    return exactly;
  }

  #rule(): void {
    this.#doc
      .moveTo(this.#margin, this.#y)
      .lineTo(this.#margin + this.#width, this.#y)
      .lineWidth(0.5)
      .stroke(INK.line);
  }

  #need(height: number): void {
    if (this.#y + height > this.#bottom && this.#y > this.#margin) this.#newPage();
  }

  #newPage(): void {
    this.#doc.addPage();
    this.#doc.scale(this.#scale);
    this.#y = this.#margin;
  }
}

/** The text, or its beginning followed by '…'. */
function fitted(doc: PDFKit.PDFDocument, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (doc.widthOfString(`${text.slice(0, middle)}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${text.slice(0, fits)}…`;
}
