import { describe, expect, it } from 'vitest';
import { pagesOfPdf, textOfPdf } from '../../../tests/support/pdfText.ts';
import { PdfDocument } from './pdfDocument.ts';

const about = { title: 'A paper', subject: 'For a test', at: new Date('2026-03-14T08:30:00Z'), footer: 'A footer' };

describe('a paper', () => {
  it('is the same, byte by byte, when it is made again', async () => {
    const make = async (): Promise<Buffer> => {
      const paper = new PdfDocument(about);
      paper.title('Compliance report', 'of lots');
      paper.bars('By stage', [{ label: 'Harvested', count: 3, ink: 'brand' }]);
      paper.qr('https://example.org/verify/LOT701', 90, 'Scan');
      return paper.finish();
    };
    expect((await make()).equals(await make())).toBe(true);
  });

  it('writes names with their accents, and says when it could not', async () => {
    const exact = new PdfDocument(about);
    const names = ['Luis Huamán', 'Ngũgĩ', 'Șerban', 'Nguyễn Thị', 'Kɔfi'];
    exact.facts(names.map((name) => ['Farmer', name] as const));
    exact.paragraph(names.join(', '), { font: 'bold' });
    const lines = textOfPdf(await exact.finish()).split('\n');
    for (const name of names) expect(lines).toContain(name);
    expect(lines).toContain(names.join(', '));
    expect(lines.join(' ')).not.toContain('other characters');
    const other = new PdfDocument(about);
    other.facts([['Farmer', '可可']]);
    const otherText = textOfPdf(await other.finish());
    expect(otherText).toContain('??');
    expect(otherText).toContain('other characters');
  });

  it('repeats the header of a table on each page, and counts the pages', async () => {
    const paper = new PdfDocument(about);
    const rows = Array.from({ length: 120 }, (_, i) => `LOT${i}`);
    await paper.table([{ title: 'Lot number', share: 1, text: (row: string) => row }], rows);
    const pdf = await paper.finish();
    const text = textOfPdf(pdf);
    expect(pagesOfPdf(pdf)).toBe(3);
    expect(text.match(/Lot number/g)).toHaveLength(3);
    expect(text).toContain('Page 3 of 3');
    for (const row of rows) expect(text.split('\n')).toContain(row);
  });

  it('goes on in a further line where a cell must be read in full', async () => {
    const paper = new PdfDocument(about);
    const long = 'LOT-ABCDEFGHIJKLMNOPQRST-VERY-LONG';
    await paper.table([{ title: 'Lot', share: 0.2, wrap: true, text: (row: string) => row }], [long]);
    const text = textOfPdf(await paper.finish());
    expect(text.replaceAll('\n', '')).toContain(long);
    expect(text).not.toContain('…');
  });

  it('cuts a cell that is too long with an ellipsis, and keeps one that fits', async () => {
    const paper = new PdfDocument(about);
    const columns = [{ title: 'Lot', share: 0.2, text: (row: string) => row }];
    await paper.table(columns, ['LOT-ABCDEFGHIJKLMNOPQRST-VERY-LONG', 'LOT701']);
    const lines = textOfPdf(await paper.finish()).split('\n');
    expect(lines).toContain('LOT701');
    expect(lines.find((line) => line.startsWith('LOT-ABC'))).toMatch(/^LOT-ABC.*…$/);
  });

  it('never cuts a figure', async () => {
    const paper = new PdfDocument(about);
    await paper.table([{ title: 'kg', share: 0.06, align: 'right', text: (row: string) => row }], ['987,654,321.125']);
    paper.tiles(['Weight (kg)', 'Lots', 'A', 'B'].map((name) => [name, '49,382,716,050,125.375'] as const));
    const lines = textOfPdf(await paper.finish()).split('\n');
    expect(lines).toContain('987,654,321.125');
    expect(lines.filter((line) => line === '49,382,716,050,125.375')).toHaveLength(4);
  });

  it('keeps together what must be read together', async () => {
    const pages = async (together: boolean): Promise<string> => {
      const paper = new PdfDocument(about);
      paper.facts(Array.from({ length: 37 }, (_, i) => [`Filling ${i}`, 'x'] as const));
      paper.facts(
        Array.from({ length: 8 }, (_, i) => [`Group ${i}`, 'x'] as const),
        { together },
      );
      const text = textOfPdf(await paper.finish());
      expect(text).toContain('Page 2 of 2');
      return text.slice(0, text.indexOf('Page 1 of 2'));
    };
    expect(await pages(false)).toContain('Group 0');
    expect(await pages(true)).not.toContain('Group 0');
  });
});
