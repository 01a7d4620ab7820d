import { strToU8, zipSync } from 'fflate';

/** A cell as programs write it: a number with a style, a text, a truth value, or raw XML. */
type WrittenCell =
  | string
  | number
  | boolean
  | null
  | { value: number; style: 'day' | 'percent' | 'ownDay' }
  | { xml: string };

const STYLES = { day: 1, percent: 2, ownDay: 3 } as const;
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WrittenSheet {
  name: string;
  rows: readonly (readonly WrittenCell[])[];
  hidden?: boolean;
}

/**
 * The files of an .xlsx workbook.
 * @param inline texts in the cells themselves, as Google Sheets' exports and many libraries have them; else in the shared list, as Excel
 */
export function workbookParts(sheets: readonly WrittenSheet[], inline = false): Record<string, string> {
  const shared: string[] = [];
  const cell = (written: WrittenCell, at: string): string => {
    if (written === null) return `<c r="${at}" s="0"/>`;
    if (typeof written === 'number') return `<c r="${at}"><v>${written}</v></c>`;
    if (typeof written === 'boolean') return `<c r="${at}" t="b"><v>${Number(written)}</v></c>`;
    if (typeof written === 'object' && 'xml' in written) return written.xml;
    if (typeof written === 'object') return `<c r="${at}" s="${STYLES[written.style]}"><v>${written.value}</v></c>`;
    if (inline) return `<c r="${at}" t="inlineStr"><is><t>${escaped(written)}</t></is></c>`;
    return `<c r="${at}" t="s"><v>${shared.push(written) - 1}</v></c>`;
  };
  const bodies = sheets.map(({ rows }) => {
    const lines = rows.map((row, y) => {
      const cells = row.map((written, x) => cell(written, `${columnName(x)}${y + 1}`)).join('');
      return `<row r="${y + 1}">${cells}</row>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`;
  });
  const texts = shared.map(
    (text) => `<si><t xml:space="preserve">${escaped(text)}</t><rPh sb="0" eb="1"><t>x</t></rPh></si>`,
  );
  return {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${REL}"><workbookPr/><sheets>${sheets
      .map(
        ({ name, hidden }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="[$-407]d/\\ mmmm\\ yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts.join('')}</sst>`,
    ...Object.fromEntries(bodies.map((body, i) => [`xl/worksheets/sheet${i + 1}.xml`, body])),
  };
}

export function zipped(parts: Record<string, string>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}

/** An .xlsx workbook. */
export function workbook(sheets: readonly WrittenSheet[], inline = false): Buffer {
  return zipped(workbookParts(sheets, inline));
}

/** The serial number of a day in Excel. */
export function serialOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
}

function columnName(x: number): string {
  const last = String.fromCharCode(65 + (x % 26));
  return x < 26 ? last : columnName(Math.floor(x / 26) - 1) + last;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
