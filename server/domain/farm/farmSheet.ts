import { columnFinder } from '../spreadsheet/columnNames.ts';
import type { SheetCell } from '../spreadsheet/cellValue.ts';
import { parseDate, type DateOrder } from '../spreadsheet/dateText.ts';
import { COUNTRY_CODES } from '../party/countryCodes.ts';
import { FARM_FIELDS, type NewFarm } from './farmInput.ts';

/** The fields of a farm that an import accepts. `version` is compared only, and `farmers` may have the codes beside them. */
export const FARM_SHEET_FIELDS = ['farmId', ...FARM_FIELDS, 'memberCodes', 'version'] as const;
export type FarmSheetField = (typeof FARM_SHEET_FIELDS)[number];

export function isFarmSheetField(name: string): name is FarmSheetField {
  return FARM_SHEET_FIELDS.some((known) => known === name);
}

/** Largest import: its rows are held while they are checked and written. */
export const MOST_FARM_ROWS = 10_000;

/** Heads of columns in English, German, French and Spanish spreadsheets. */
const NAMES: Record<FarmSheetField, string> = {
  farmId: `farm, farm no, farm number, farm code, farm id, plantation, estate, betrieb, betriebsnr, betriebsnummer, betriebs id, hof,
    hofnr, hofnummer, farmnr, farm nr, farmnummer, ferme, code ferme, exploitation, code exploitation, id ferme, finca, codigo de finca,
    codigo finca, id finca, granja, predio`,
  name: `farm name, name of farm, betriebsname, hofname, nom de la ferme, nom ferme, nombre de la finca, nombre finca`,
  village: `community, settlement, dorf, ort, ortschaft, gemeinde, localite, communaute, aldea, pueblo, comunidad, localidad`,
  district: `region, province, county, bezirk, kreis, provinz, departement, province, distrito, provincia, departamento`,
  country: `country code, nation, land, landeskurzel, pays, code pays, pais, codigo pais`,
  phone: `telephone, phone number, mobile, cell, contact, telefon, telefonnummer, handy, mobil, tel, numero de telephone, portable,
    telefono, celular, movil, contacto`,
  farmers: `farmer, farmers name, farmer name, name of farmer, grower, growers, producer, producers, producer name, member, member name,
    bauer, bauern, landwirt, erzeuger, produzent, mitglied, producteur, producteurs, nom du producteur, planteur, agriculteur,
    productor, productores, nombre del productor, agricultor, socio`,
  memberCodes: `member code, member no, member number, member id, farmer code, farmer id, mitgliedsnummer, mitgliedsnr, bauernnummer,
    code membre, numero de membre, code producteur, codigo de socio, numero de socio, codigo productor`,
  consents: `consent, agreed to, einwilligung, einwilligungen, zustimmung, consentement, consentements, consentimiento`,
  certificates: `certificate, certification, certifications, zertifikat, zertifikate, certificat, certificats, certificado, certificados`,
  notes: `note, remark, remarks, comment, comments, notiz, notizen, bemerkung, bemerkungen, remarque, remarques, commentaire, nota, notas,
    observaciones, comentario`,
  version: 'version no, version number',
};

/** Columns of spreadsheets of farms. */
export const FARM_COLUMN_NAMES = columnFinder(FARM_SHEET_FIELDS, NAMES);

/**
 * Entries in one cell: `|` between them, `;` between their parts. Either in a value, and the backslash, have a backslash
 * before them, so that each value comes back as it was.
 */
export function listCell(entries: readonly (readonly string[])[]): string {
  return entries.map((parts) => parts.map((part) => part.replace(/[\\|;]/g, String.raw`\$&`)).join('; ')).join(' | ');
}

/** The entries of a cell with their parts, trimmed; entries without anything are left out. */
export function cellEntries(cell: string): string[][] {
  const entries: string[][] = [['']];
  for (const [piece] of cell.matchAll(/\\[\\|;]|[|;]|[^\\|;]+|\\/g)) {
    const entry = entries[entries.length - 1] ?? [];
    if (piece === '|') entries.push(['']);
    else if (piece === ';') entry.push('');
    else entry.push(`${entry.pop() ?? ''}${piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece}`);
  }
  return entries.map((parts) => parts.map((part) => part.trim())).filter((parts) => parts.some((part) => part !== ''));
}

/** The cells of a farm, as an import reads them back. */
export function farmCells(farm: NewFarm & { version: number }): Record<FarmSheetField, string | number> {
  return {
    farmId: farm.farmId,
    name: farm.name,
    village: farm.village,
    district: farm.district,
    country: farm.country,
    phone: farm.phone,
    farmers: listCell(farm.farmers.map(({ name }) => [name])),
    memberCodes: farm.farmers.every(({ memberCode }) => memberCode === '')
      ? ''
      : farm.farmers.map(({ memberCode }) => listCell([[memberCode]])).join(' | '),
    consents: listCell(farm.consents.map(({ text, givenOn }) => [text, givenOn])),
    certificates: listCell(farm.certificates.map(({ number, body, expiresOn }) => [number, body, expiresOn])),
    notes: farm.notes,
    version: farm.version,
  };
}

/** A row of a spreadsheet as `farmRowInput` takes it, and the version that the row was exported with. */
export interface FarmSheetRow {
  input: Record<string, unknown>;
  version: number | null;
}

/**
 * The values of a row's cells, not judged yet. An empty cell gives none: it changes nothing.
 * @param cells by field
 */
export function farmOfCells(cells: ReadonlyMap<FarmSheetField, SheetCell>, dates: DateOrder): FarmSheetRow {
  const text = (field: FarmSheetField): string => String(cells.get(field) ?? '').trim();
  const input: Record<string, unknown> = {};
  for (const field of ['farmId', 'name', 'village', 'district', 'phone', 'notes'] as const) {
    if (text(field) !== '') input[field] = text(field);
  }
  if (text('country') !== '') input['country'] = countryCode(text('country'));
  if (text('farmers') !== '') input['farmers'] = farmersOf(text('farmers'), text('memberCodes'));
  if (text('consents') !== '') {
    input['consents'] = cellEntries(text('consents')).map(([agreed = '', day = '']) => ({
      text: agreed,
      givenOn: parseDate(day, dates) ?? day,
    }));
  }
  if (text('certificates') !== '') {
    input['certificates'] = cellEntries(text('certificates')).map(([number = '', body = '', day = '']) => ({
      number,
      body,
      expiresOn: parseDate(day, dates) ?? day,
    }));
  }
  const version = Number(text('version'));
  return { input, version: Number.isInteger(version) && version > 0 ? version : null };
}

/** The first code belongs to the first farmer. A code may also stand behind the name, after a semicolon. */
function farmersOf(names: string, codes: string): { name: string; memberCode: string }[] {
  const given = codes === '' ? [] : codes.split(/(?<!\\)\|/).map((code) => (cellEntries(code)[0] ?? []).join('; '));
  return cellEntries(names).map(([name = '', code = ''], at) => ({ name, memberCode: given[at] ?? code }));
}

const LANGUAGES = ['en', 'de', 'fr', 'es'];
let codesByName: ReadonlyMap<string, string> | null = null;

/** The code of a country that is named in English, German, French or Spanish; any other text as it is. */
function countryCode(text: string): string {
  codesByName ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region' });
      return COUNTRY_CODES.map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const);
    }),
  );
  return codesByName.get(text.toLowerCase()) ?? text;
}
