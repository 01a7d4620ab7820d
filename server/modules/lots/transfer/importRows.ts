import { FILE } from '../../../domain/messages/callMessages.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { csvRows } from './csvRows.ts';
import { geoJsonRows } from './geoJsonRows.ts';
import type { ImportRow } from './importRow.ts';
import { textChunks } from '../../../platform/validation/textChunks.ts';

/** A file that can be read from its beginning more than once. */
export interface ImportFile {
  read(): AsyncIterable<Buffer>;
}

/**
 * The lots of an import file, one at a time. The first character decides the kind of file: names and media types are
 * often wrong, and no CSV of lots begins with a brace.
 * @throws Refused invalid for a file that is neither CSV nor GeoJSON, or is malformed
 */
export async function* importRows(file: ImportFile): AsyncGenerator<ImportRow> {
  const chunks = textChunks(file.read());
  let start = '';
  while (start.trim() === '') {
    const next = await chunks.next();
    if (next.done) throw invalid({ field: 'file', said: FILE.empty({}) });
    start += next.value;
  }
  const whole = (async function* () {
    yield start;
    yield* chunks;
  })();
  yield* start.trimStart().startsWith('{') ? geoJsonRows(whole) : csvRows(whole);
}
