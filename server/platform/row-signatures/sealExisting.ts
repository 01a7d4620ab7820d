import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { takeOverAudit } from '../../modules/audit/auditSegments.ts';
import type { Database } from '../database/database.ts';
import { INSTALLATION_SETTINGS, readMark, writeMark } from '../database/installationSettings.ts';
import { signPayload } from '../jobs/signedJobs.ts';
import { acquireStartupLock } from '../database/startupLock.ts';
import { REFUSED } from '../../domain/said/refusedSaid.ts';
import { ACCOUNTS, PARTNER_KEYS, REFRESH_TOKENS, SESSIONS } from '../../modules/identity/signedIdentity.ts';
import { ERASURE_LOTS, ERASURES } from '../../modules/privacy/signedErasures.ts';
import { Refused } from '../errors/refusal.ts';
import { sealUnsealedRows } from './signedRows.ts';
import { signersOf } from './signersOf.ts';

const AT_ONCE = 500;
const LOCK = `hashtext('manam-seal-existing')`;

/** Key in `installation` under which stands that rows from before there were seals have got theirs. */
const MARK = 'sealed';
/** The same of what features see to by themselves. */
const TAKEN_OVER = 'taken-over';

/** RowSigner one portion of what is there, in a transaction of its own. @returns how many rows; 0 when none are left */
export type SealPortion = (em: EntityManager) => Promise<number>;

/**
 * What the upgrade of a database from before there were seals goes through, in this order, each portion again until there is
 * none left. A run that was cut off is begun again from the start and finds what is left. Nobody else may write meanwhile.
 */
export const SEAL_EXISTING: Readonly<Record<string, SealPortion>> = {
  accounts: (em) => sealUnsealedRows(em, ACCOUNTS, 'true', AT_ONCE),
  // An ended one has no seal.
  sessions: (em) => sealUnsealedRows(em, SESSIONS, 't.ended_at is null', AT_ONCE),
  refreshTokens: keyRefreshTokens,
  partnerKeys: keyPartnerKeys,
  erasures: (em) => sealUnsealedRows(em, ERASURES, 'true', AT_ONCE),
  erasureLots: (em) => sealUnsealedRows(em, ERASURE_LOTS, 'true', AT_ONCE),
  jobs: signWaitingJobs,
  audit: takeOverAudit,
  marks: (em) => sealUnsealedRows(em, INSTALLATION_SETTINGS, `t.key not in ('${MARK}', '${TAKEN_OVER}')`, AT_ONCE),
};

/** What of a database's taking over others see to. */
export interface SealingParts {
  /** portions of features that need more than the database; they come last, in this order */
  more?: Readonly<Record<string, SealPortion>>;
  /** whether what stands outside of the tables says that they were sealed before */
  wasSealed?: () => Promise<boolean>;
}

/**
 * RowSigner what was written before there were seals, once in the life of a database. Where rows have seals and the note of it is
 * gone, somebody has taken it away to have his rows sealed: then nothing is, and health and log say so.
 */
export async function sealExisting(
  database: Database,
  log?: Pick<BaseLogger, 'info' | 'warn'>,
  { more = {}, wasSealed = async () => false }: SealingParts = {},
): Promise<void> {
  const isDone = async (mark: string): Promise<boolean> =>
    (await database.write((em) => readMark(em, mark)))?.value === 'done';
  const needed = async (): Promise<boolean> =>
    !(await isDone(MARK)) || (Object.keys(more).length > 0 && !(await isDone(TAKEN_OVER)));
  if (!(await needed())) return;
  const lock = await database.pool.connect();
  try {
    await acquireStartupLock(lock, LOCK, 'seal what is in the database', log);
    if (!(await needed())) return;
    const own = await isDone(MARK);
    if ((await wasSealed()) || !(own || (await database.write(begin)))) {
      database.seals.broken.add('installation', own ? TAKEN_OVER : MARK);
      return;
    }
    if (!own) await sealAll(database, SEAL_EXISTING, MARK, log);
    if (Object.keys(more).length > 0) await sealAll(database, more, TAKEN_OVER, log);
  } finally {
    // Closed, which gives the lock back.
    lock.release(true);
  }
}

/**
 * Readies a database for a command that may come before the first start. One with accounts in it is taken over by a start
 * alone, which asks the ledger whether it was sealed before.
 * @throws Refused conflict
 */
export async function readySigners(database: Database): Promise<void> {
  const mark = await database.write((em) => readMark(em, MARK));
  if (mark?.value === 'done') return;
  if ((await database.row('select 1 from app_user limit 1')) !== null) {
    throw new Refused({ kind: 'conflict', said: REFUSED.beforeSeals({}) });
  }
  await sealExisting(database);
}

async function sealAll(
  database: Database,
  portions: Readonly<Record<string, SealPortion>>,
  mark: string,
  log?: Pick<BaseLogger, 'info'>,
): Promise<void> {
  const sealed: Record<string, number> = {};
  for (const [what, portion] of Object.entries(portions)) {
    for (let count = -1; count !== 0;) {
      count = await database.write(portion);
      sealed[what] = (sealed[what] ?? 0) + count;
    }
  }
  await database.write((em) => writeMark(em, mark, 'done', new Date()));
  if (Object.values(sealed).some((count) => count > 0)) log?.info({ sealed }, 'What was in the database is sealed');
}

/** Whether rows may be sealed as they are: none has a seal yet, or a run that had begun so was cut off. */
async function begin(em: EntityManager): Promise<boolean> {
  if ((await readMark(em, MARK))?.value === 'begun') return true;
  const sealed: unknown[] = await em.execute(
    `select 1 where exists (select from installation where key = ?) or exists (select from app_user where seal is not null)
       or exists (select from audit_entry where seal is not null)`,
    [MARK],
  );
  if (sealed.length > 0) return false;
  await writeMark(em, MARK, 'begun', new Date());
  return true;
}

const tokenRows = z.array(
  z.object({ hash: z.string(), facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() }),
);

/** What was stored of a token was its SHA-256. */
async function keyRefreshTokens(em: EntityManager): Promise<number> {
  const seals = signersOf(em);
  const rows = tokenRows.parse(
    await em.execute(
      `select encode(t.hash, 'hex') as hash, ${REFRESH_TOKENS.facts('t')} as facts, t.seal from refresh_token t
       where t.seal is null order by t.hash limit ${AT_ONCE} for update`,
    ),
  );
  const keyed = rows.map(({ hash, facts }) => {
    const made = seals.keyedHash('refresh-token', Buffer.from(hash, 'hex')).toString('hex');
    return { hash, keyed: made, seal: seals.seal('refresh-token', made, facts) };
  });
  await em.execute(
    `update refresh_token t set hash = decode(made.keyed, 'hex'), seal = made.seal
     from json_to_recordset(?::json) as made (hash text, keyed text, seal text) where t.hash = decode(made.hash, 'hex')`,
    [JSON.stringify(keyed)],
  );
  return rows.length;
}

const keyRows = z.array(z.object({ id: z.string(), hash: z.string() }));

/** What was stored of a key was its SHA-256. */
async function keyPartnerKeys(em: EntityManager): Promise<number> {
  const seals = signersOf(em);
  const rows = keyRows.parse(
    await em.execute(
      `select id, encode(hash, 'hex') as hash from api_key where seal is null order by id limit ${AT_ONCE} for update`,
    ),
  );
  const keyed = rows.map(({ id, hash }) => ({
    id,
    keyed: seals.keyedHash('partner-key', Buffer.from(hash, 'hex')).toString('hex'),
  }));
  await em.execute(
    `update api_key t set hash = decode(made.keyed, 'hex')
     from json_to_recordset(?::json) as made (id uuid, keyed text) where t.id = made.id`,
    [JSON.stringify(keyed)],
  );
  // The same rows, by the same order and limit: their seals stand for the new hashes, in the same transaction.
  return sealUnsealedRows(em, PARTNER_KEYS, 'true', AT_ONCE);
}

const jobRows = z.array(
  z.object({
    id: z.string(),
    task: z.string(),
    key: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
  }),
);

/** Jobs that wait, or were under way when the process that ran them ended. */
async function signWaitingJobs(em: EntityManager): Promise<number> {
  const seals = signersOf(em);
  const rows = jobRows.parse(
    await em.execute(
      `select j.id::text as id, t.identifier as task, j.key, j.payload
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.payload -> 'seal' is null order by j.id limit ${AT_ONCE} for update of j`,
    ),
  );
  const sealed = rows.map(({ id, task, key, payload }) => ({ id, payload: signPayload(seals, task, key, payload) }));
  await em.execute(
    `update graphile_worker._private_jobs j set payload = made.payload
     from json_to_recordset(?::json) as made (id bigint, payload json) where j.id = made.id`,
    [JSON.stringify(sealed)],
  );
  return rows.length;
}
