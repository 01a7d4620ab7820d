import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

/** What version 1 gave out (see the README beside it). */
const FIXTURE = join(packageRoot, 'tests', 'fixtures', 'version1');

const facts = z.record(z.string(), z.unknown());

const expectedSchema = z.object({
  /** SHA-256 of the organisations' roots, hex */
  roots: z.array(z.string()),
  /** by lot id */
  lots: z.record(
    z.string(),
    z.object({
      /** what the lot stands for */
      kinds: z.array(z.string()),
      /** as the public saw it; null where it was not shown */
      public: z.object({ status: z.int(), lot: facts.nullable(), verification: facts.nullable() }),
    }),
  ),
});
export type Version1 = z.infer<typeof expectedSchema>;

/** What the installation answered. */
export async function version1(): Promise<Version1> {
  return expectedSchema.parse(JSON.parse(await readFile(join(FIXTURE, 'expected.json'), 'utf8')));
}

/** The proof files that version 1 gave out, not yet trusted, by the kind of their lot. */
export async function version1Proofs(): Promise<Map<string, unknown>> {
  const folder = join(FIXTURE, 'proofs');
  const names = (await readdir(folder)).sort();
  const files = names.map(async (name): Promise<[string, unknown]> => [
    name.replace(/\.json$/, ''),
    JSON.parse(await readFile(join(folder, name), 'utf8')),
  ]);
  return new Map(await Promise.all(files));
}
