import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { plainJpeg } from '../../../server/platform/files/pictureSegments.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import type { Person } from '../../support/testApp.ts';

/** The smallest paper that is taken. @param text stands in it */
export const paper = (text = ''): string => `%PDF-1.7\n% ${text}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`;
/** A photograph with a location, a device and a name. */
export const photo = await readFile(join(packageRoot, 'tests/fixtures/pictures/gps.jpg'));

export interface SentFields {
  documentClass?: string;
  subjectKind?: string;
  subject?: string;
  title?: string;
  validFrom?: string;
  validUntil?: string;
  namesPerson?: string;
  keepPlaceAndTime?: string;
}

/** Adds a document about FARM001, if nothing else is told. */
export function addDocument(
  by: Pick<Person, 'rest'>,
  fields: SentFields = {},
  file: {
    bytes?: Uint8Array<ArrayBuffer> | string;
    name?: string;
    thumbnail?: Uint8Array<ArrayBuffer> | string;
  } = {},
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([file.bytes ?? paper(fields.title)]), file.name ?? 'title.pdf');
  if (file.thumbnail !== undefined) form.set('thumbnail', new Blob([file.thumbnail]), 'thumbnail.jpg');
  const query = new URLSearchParams({
    documentClass: 'land_use',
    subjectKind: 'farm',
    subject: 'FARM001',
    title: 'Land title',
    validFrom: '2026-01-01',
    ...fields,
  });
  return by.rest.form(`/due-diligence/documents?${query.toString()}`, form, headers);
}

/** The file of a document, as an HTTP answer. */
export function downloadDocument(url: string, by: Person, id: string): Promise<Response> {
  return fetch(`${url}/api/v1/due-diligence/documents/${id}/file`, {
    headers: { authorization: `Bearer ${by.accessToken}` },
  });
}

/** The thumbnail of a document, as an HTTP answer. */
export function downloadThumbnail(url: string, by: Person, id: string): Promise<Response> {
  return fetch(`${url}/api/v1/due-diligence/documents/${id}/thumbnail`, {
    headers: { authorization: `Bearer ${by.accessToken}` },
  });
}

/** The photograph without what a camera wrote, its frame declared as large as given. */
export function photoOf(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(plainJpeg(photo));
  // Behind the mark of the frame: its length, the bits of a sample, height, width.
  const frame = bytes.indexOf(Buffer.of(0xff, 0xc2, 0, 17, 8));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A day some days from now, UTC. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
