import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

/** What version 1 left behind (see the README beside it). */
const FIXTURE = join(packageRoot, 'tests', 'fixtures', 'version1');

const verification = z.object({
  state: z.enum(['verified', 'pending', 'differs', 'unavailable']),
  dataMatches: z.boolean(),
  matchPercentage: z.number(),
  fields: z.array(z.object({ field: z.string(), state: z.enum(['match', 'differs', 'pending', 'erased']) })),
});

const historyLine = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.string().nullable(),
  stage: z.string().nullish(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  transactionId: z.string().nullable(),
});

const facts = z.record(z.string(), z.unknown());

const expectedSchema = z.object({
  dumpedAt: z.iso.datetime(),
  /** AUTH_SECRET of the installation */
  secret: z.string(),
  /** SHA-256 of the organisations' roots, hex */
  roots: z.array(z.string()),
  people: z.array(
    z.object({
      id: z.uuid(),
      username: z.string(),
      name: z.string(),
      password: z.string(),
      role: z.string(),
      farmId: z.string(),
      /** of the person's open session, not used yet */
      refreshToken: z.string(),
      state: z.enum(['active', 'disabled', 'erased']),
    }),
  ),
  /** of sessions that had ended */
  endedTokens: z.array(z.object({ username: z.string(), refreshToken: z.string(), why: z.string() })),
  /** that were exchanged for the person's `refreshToken` */
  usedTokens: z.array(z.object({ username: z.string(), refreshToken: z.string() })),
  keys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      role: z.string(),
      farmId: z.string(),
      key: z.string(),
      state: z.enum(['active', 'revoked']),
    }),
  ),
  /** by lot id */
  lots: z.record(
    z.string(),
    z.object({
      id: z.uuid(),
      /** what the lot stands for */
      kinds: z.array(z.string()),
      /** as staff saw it; null for deleted ones, and so are the others */
      lot: facts.nullable(),
      verification: verification.nullable(),
      public: z.object({ status: z.int(), lot: facts.nullable(), verification: facts.nullable() }),
      history: z.array(historyLine).nullable(),
    }),
  ),
  totals: z.object({ lots: z.int(), recorded: z.int(), compliant: z.int() }),
  alerts: z.array(z.looseObject({ id: z.uuid(), lotId: z.string(), status: z.string() })),
  reports: z.array(
    z.object({
      name: z.string(),
      id: z.uuid(),
      period: z.tuple([z.iso.date(), z.iso.date()]),
      figures: facts,
      files: z.record(z.string(), z.object({ status: z.int(), sha256: z.string().nullable(), bytes: z.int() })),
    }),
  ),
  receipts: z.array(z.object({ who: z.string(), receipt: z.looseObject({ id: z.uuid() }) })),
  keyedCalls: z.array(
    z.object({
      username: z.string(),
      key: z.string(),
      path: z.string(),
      body: facts,
      status: z.int(),
      lotId: z.string(),
    }),
  ),
  openErasures: z.array(z.uuid()),
  /** ids of events that the ledger refused */
  failedEvents: z.array(z.string()),
  /** by schema and table */
  rows: z.record(z.string(), z.int()),
});
export type Version1 = z.infer<typeof expectedSchema>;

/** What the installation held and answered. */
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

const line = z.object({ table: z.string(), row: facts });

/** The rows of the installation by schema and table, as JSON has them, tables in the order of their foreign keys. */
export async function version1Rows(): Promise<Map<string, Record<string, unknown>[]>> {
  const text = gunzipSync(await readFile(join(FIXTURE, 'rows.jsonl.gz'))).toString('utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((one) => line.parse(JSON.parse(one)));
  return new Map(
    [...Map.groupBy(lines, ({ table }) => table)].map(([table, own]) => [table, own.map(({ row }) => row)]),
  );
}
