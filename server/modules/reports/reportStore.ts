import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { audit, type ActedFor } from '../../platform/audit-log/audit.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import type { Rows } from '../../platform/database/rows.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { RequestInfo } from '../../platform/access/caller.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import type { LotsRead } from './lotsRead.ts';
import type { ReportHead } from './reportSnapshot.ts';
import { signReports, intactReports } from './signedReports.ts';
import { farmOf } from './storedReport.ts';
import type { Tables } from '../../platform/database/schema/tables.ts';

/** Different reports of one person or partner key in 24 hours: limits the stored data (docs/decisions/0010). */
export const MOST_REPORTS_A_DAY = 100;

const DAY_MS = 86_400_000;

/** A report before it is stored. Large values stay JSON text and are parsed only in threads. */
export interface Made extends ReportHead, Pick<LotsRead, 'lots' | 'plots'> {
  /** its lots are in portions (`reportParts.ts`), and `lots` lists these */
  inParts: boolean;
}

/** The person or partner key that a report is made for. */
export type Maker = Omit<ActedFor, 'kind'>;

function subjectIdOf({ userId, keyId }: Maker): string | null {
  return userId ?? keyId ?? null;
}

/** Reports of the same maker, period, scope and UTC day, which may be identical. */
const SAME_KIND = `
  select id from report
  where coalesce(created_by, key_id) = ? and created_at >= ? and creator_role = ? and scope_farm_id is not distinct from ?
    and period_from = ? and period_to = ? and sample_data = ? and erased_at is null`;
const sameReport = z.array(z.object({ id: z.string(), created_at: z.coerce.date() }));

/**
 * Stores a report in the caller's transaction, with its row signature and its audit row; or finds the maker's identical
 * report of the same day.
 * @param database for counts outside of the transaction
 * @returns id and time of the stored report
 * @throws Refused too-many-requests (more than 100 different ones in 24 hours)
 */
export async function storeOnce(
  em: EntityManager,
  database: Pick<Rows, 'rows'>,
  made: Made,
  maker: Maker,
  info: Partial<RequestInfo>,
): Promise<Pick<ReportHead, 'id' | 'createdAt'>> {
  const known = await sameAs(em, made, maker);
  if (known !== null) return known;
  await holdLimit(em, `reports of ${subjectIdOf(maker)}`);
  await assertRoom(database, made.createdAt, maker);
  await store(em, made, maker);
  await signReports(em, [made.id]);
  await audit(em, {
    caller: { kind: 'acted-for', ...maker },
    action: 'report.made',
    target: { kind: 'report', id: made.id },
    info,
    details: { from: made.period.from, to: made.period.to, lots: made.figures.totalLots },
  });
  return { id: made.id, createdAt: made.createdAt };
}

/** The maker's identical report of this day, unless it was changed since. */
async function sameAs(
  em: EntityManager,
  made: Made,
  maker: Maker,
): Promise<Pick<ReportHead, 'id' | 'createdAt'> | null> {
  const day = `${made.createdAt.toISOString().slice(0, 10)}T00:00:00Z`;
  const kind: { id: string }[] = await em.execute(SAME_KIND, [
    maker.userId ?? maker.keyId,
    day,
    made.creatorRole,
    farmOf(made.scope),
    made.period.from,
    made.period.to,
    made.sampleData,
  ]);
  // In most cases there is none, and the lots need not be sent for comparison.
  if (kind.length === 0) return null;
  const rows = await tables(em)
    .selectFrom('report')
    .select(['id', 'created_at'])
    .where(
      'id',
      'in',
      kind.map(({ id }) => id),
    )
    .where('figures', '=', JSON.stringify(made.figures))
    .where('lots', '=', made.lots)
    .where('plots', '=', made.plots)
    .orderBy('created_at', 'desc')
    .execute();
  const same = sameReport.parse(rows);
  const sound = await intactReports(
    em,
    same.map(({ id }) => id),
  );
  const found = same.find(({ id }) => sound.has(id));
  return found === undefined ? null : { id: found.id, createdAt: found.created_at };
}

/**
 * @param database outside of the storing transaction, whose snapshot is older than reports stored while it waited
 * @throws Refused too-many-requests when the limit of 24 hours is reached
 */
export async function assertRoom(database: Pick<Rows, 'rows'>, createdAt: Date, maker: Maker): Promise<void> {
  const since = new Date(createdAt.getTime() - DAY_MS);
  const rows = await database.rows(
    `select created_at from report where coalesce(created_by, key_id) = $1 and created_at > $2
     order by created_at desc offset ${MOST_REPORTS_A_DAY - 1} limit 1`,
    [subjectIdOf(maker), since],
  );
  const [first] = z.array(z.object({ created_at: z.coerce.date() })).parse(rows);
  if (first === undefined) return;
  throw new Refused({
    kind: 'too-many-requests',
    said: REFUSED.tooManyReportsADay({ most: MOST_REPORTS_A_DAY }),
    retryAfterSeconds: Math.max(1, Math.ceil((first.created_at.getTime() - since.getTime()) / 1_000)),
  });
}

async function store(em: EntityManager, made: Made, maker: Maker): Promise<void> {
  await tables(em)
    .insertInto('report')
    .values({
      id: made.id,
      kind: 'compliance',
      created_by: maker.userId,
      key_id: maker.keyId,
      creator_role: made.creatorRole,
      scope_farm_id: farmOf(made.scope),
      period_from: made.period.from,
      period_to: made.period.to,
      sample_data: made.sampleData,
      figures: JSON.stringify(made.figures),
      lots: made.lots,
      plots: made.plots,
      in_parts: made.inParts,
      created_at: made.createdAt,
    })
    .execute();
}

/**
 * Statements with bound values. The ORM's own `execute` writes values into the text character by character, which
 * blocks this thread for half a second for the megabytes of a report.
 */
function tables(em: EntityManager) {
  return em.getKysely<Tables>();
}
