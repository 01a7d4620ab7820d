import { STATEMENT_LIMITS, type StatementContent } from '../../../domain/statement/statement.ts';
import { typeOneGeoJson, typeTwoGeoJson } from '../../../domain/statement/geoJson.ts';
import { amendmentBody, submissionBody } from '../../../domain/statement/v3/bodies.ts';
import { csvLine } from '../../../platform/rest/csv.ts';
import type { ArchivedFile } from '../../../platform/archive/zipFile.ts';

/** Files of one part, in one buffer: it changes threads without being copied. */
export interface FileBatch {
  files: { name: string; bytes: number }[];
  body: Uint8Array;
}

/** Which files of a part are made: each kind may have 25 MB and more, so they are made one after the other. */
export type PartFiles = 'submit' | 'amend' | 'type-2' | 'type-1' | 'plots';

/**
 * What is made of each part. Where an earlier version was filed, a body that submits would file a second statement; where
 * nobody has reported that it was, the importer takes the one that fits.
 * @param replaces the version that it takes the place of; null: none
 */
export function packedFiles(replaces: { isFiled: boolean } | null): readonly PartFiles[] {
  const bodies: PartFiles[] = replaces === null ? ['submit'] : replaces.isFiled ? ['amend'] : ['amend', 'submit'];
  return [...bodies, 'type-2', 'type-1', 'plots'];
}

/** Stands for the UUID at the registry, which the one who filed has. It is none, so that it is refused there as it is. */
export const UUID_TO_FILL_IN = 'UUID-OF-THE-STATEMENT';

/** The files of a kind of one part of a statement. */
export function partFiles(content: StatementContent, which: PartFiles): FileBatch {
  const reference = fileSafe(content.internalReference);
  switch (which) {
    case 'submit':
      return batchOf([[`submit/${reference}.xml`, xmlFile(submissionBody(content))]]);
    case 'amend':
      return batchOf([[`amend/${reference}.xml`, xmlFile(amendmentBody(UUID_TO_FILL_IN, content))]]);
    case 'type-2':
      return batchOf([[`type-2/${reference}.geojson`, typeTwoGeoJson(content)]]);
    case 'type-1':
      return batchOf(
        numbered(content).map(({ number, producer }) => [
          `type-1/${reference}-${number}-${producer.country}.geojson`,
          typeOneGeoJson(producer),
        ]),
      );
    case 'plots':
      return batchOf([[`plots/${reference}.csv`, plotsCsv(content)]]);
  }
}

/** A body of API V3 as a file. */
function xmlFile(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
}

/** The files of a batch, one after the other. */
export function* filesOfBatch({ files, body }: FileBatch): Generator<ArchivedFile> {
  let from = 0;
  for (const { name, bytes } of files) {
    yield { name, bytes: body.subarray(from, from + bytes) };
    from += bytes;
  }
}

function batchOf(files: readonly (readonly [name: string, text: string])[]): FileBatch {
  const parts = files.map(([, text]) => Buffer.from(text));
  const body = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.byteLength;
  }
  return { files: files.map(([name], index) => ({ name, bytes: parts[index]?.byteLength ?? 0 })), body };
}

/** Producers with their numbers in the statement, from 00001. */
function numbered({ commodities }: StatementContent) {
  const width = String(STATEMENT_LIMITS.producers).length;
  return commodities
    .flatMap(({ producers }) => producers)
    .map((producer, at) => ({ number: String(at + 1).padStart(width, '0'), producer }));
}

/** Each plot with the number of its producer, by which its file of Type I is found. */
function plotsCsv(content: StatementContent): string {
  const head = ['producer', 'country', 'producerName', 'productionPlace', 'areaHa', 'geometry'];
  const rows = numbered(content).flatMap(({ number, producer: { country, name, places } }) =>
    places.map(({ productionPlace, areaHa, geometry }) => [
      number,
      country,
      name,
      productionPlace,
      String(areaHa),
      geometry.kind,
    ]),
  );
  return [head, ...rows].map((row) => csvLine(row)).join('');
}

/** A reference as the name of a file. */
export function fileSafe(reference: string): string {
  return reference.replaceAll(/[^\w.-]+/g, '-');
}
