import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import type { EudrService } from '../../server/domain/statement/v3/operations.ts';

const FOLDER = new URL('../../server/adapters/registry-traces/', import.meta.url);

async function schemaFile(name: string): Promise<{ fileName: string; contents: string }> {
  return { fileName: name, contents: await readFile(new URL(name, FOLDER), 'utf8') };
}

/** What the schema of a service of API V3 finds wrong with bodies; empty if they are valid. One run for all of them. */
export async function schemaFaults(service: EudrService, bodies: readonly string[]): Promise<string[]> {
  const [schema, ...preload] = await Promise.all([`${service}.xsd`, 'common.xsd', 'error.xsd'].map(schemaFile));
  if (schema === undefined) throw new Error('No schema');
  const xml = bodies.map((contents, i) => ({ fileName: `body${i + 1}.xml`, contents }));
  // 1 GiB: bodies of 25 MB of geolocation are validated too.
  const { errors } = await validateXML({ xml, schema, preload, maxMemoryPages: 16_384 });
  return errors.map(({ message }) => message);
}
