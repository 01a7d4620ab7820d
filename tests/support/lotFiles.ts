import type { OptionalFigure } from '../../server/domain/lot/lotTable.ts';
import { restClient, type RestAnswer } from './restClient.ts';
import type { Person, TestApp } from './testApp.ts';
import { OPTIONAL_FIGURES } from './optionalFields.ts';

/** Sends a file to `/lots/import` as the part `file` of a form. */
export async function importLots(
  app: Pick<TestApp, 'url'>,
  by: Pick<Person, 'accessToken'>,
  content: string | Uint8Array<ArrayBuffer>,
  options: { name?: string; type?: string; dryRun?: boolean; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([content], { type: options.type ?? 'text/csv' }), options.name ?? 'lots.csv');
  const query = options.dryRun === undefined ? '' : `?dryRun=${options.dryRun}`;
  return restClient(app.url, by.accessToken).form(`/lots/import${query}`, form, options.headers);
}

/** Sends a spreadsheet to be inspected or imported. @param query as in the address */
export async function sendSheet(
  app: Pick<TestApp, 'url'>,
  by: Pick<Person, 'accessToken'>,
  path: string,
  content: Uint8Array,
  query: Record<string, string> = {},
): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), 'Lots.xlsx');
  return restClient(app.url, by.accessToken).form(`${path}?${new URLSearchParams(query)}`, form);
}

/** The file that a call answers. */
export async function fileOf(
  app: Pick<TestApp, 'url'>,
  by: Pick<Person, 'accessToken'>,
  path: string,
): Promise<{ status: number; headers: Headers; text: string }> {
  const headers = { authorization: `Bearer ${by.accessToken}` };
  const answer = await fetch(`${app.url}/api/v1${path}`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Of files that are written out in tests. A column that a later version has may be missing. */
export const CSV_HEADER =
  'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature,certifications,qualityScore,isAnonymized';

/** With all that a file may have. */
export const WHOLE_CSV_HEADER = CSV_HEADER.replace('qualityScore', OPTIONAL_FIGURES.join());

function csvFigures(figures: Partial<Record<OptionalFigure, number>>): string {
  return OPTIONAL_FIGURES.map((field) => figures[field] ?? '').join();
}

/** A CSV file of so many lots, all different, each a line; the ids begin with `prefix`. */
export function csvOfLots(count: number, prefix: string, farmId = 'FARM001'): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const place = [-5.2 - (i % 1000) / 1e5, 145.7 + (i % 997) / 1e5]
      .map((degrees) => Number(degrees.toFixed(6)))
      .join(',');
    const day = String((i % 28) + 1).padStart(2, '0');
    const certified = i % 3 === 0 ? 'Organic|Fair Trade' : '';
    return `${prefix}${i},${farmId},Maria Kaupa ${i},Trinitario,2026-02-${day},${place},${1 + (i % 500) / 10},7.25,-1.5,${certified},${csvFigures(i % 2 === 0 ? { qualityScore: 82.5 } : {})},${i % 5 === 0}`;
  });
  return `${WHOLE_CSV_HEADER}\r\n${lines.join('\r\n')}\r\n`;
}
