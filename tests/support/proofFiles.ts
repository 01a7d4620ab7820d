import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

/** Proof files of version 1 and what the public page showed of their lots (see the README beside them). */
const FIXTURE = join(packageRoot, 'tests', 'fixtures', 'proofs');
const KINDS = ['anonymised', 'delivered', 'edited', 'erasedFarmer', 'moved', 'ofScales'] as const;
export type ProofKind = (typeof KINDS)[number];

const facts = z.record(z.string(), z.unknown());
const expectedSchema = z.object({
  /** SHA-256 of the organisations' roots, hex */
  roots: z.array(z.string()),
  /** the answer of `GET /lots/public/{lotId}`, by what the lot stands for */
  lots: z.record(z.enum(KINDS), z.looseObject({ lot: facts })),
});

/** The roots, the public answers, and the proof files, not yet trusted. */
export async function proofFiles(): Promise<z.infer<typeof expectedSchema> & { proofs: Map<ProofKind, unknown> }> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(FIXTURE, `${name}.json`), 'utf8'));
  const proofs = KINDS.map(async (kind) => [kind, await read(kind)] as const);
  return { ...expectedSchema.parse(await read('expected')), proofs: new Map(await Promise.all(proofs)) };
}
