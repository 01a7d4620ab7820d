import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { LOT_LIMITS } from '../../domain/lot/lotInput.ts';
import { Refused } from '../../platform/errors/refusal.ts';

const DAY_MS = 86_400_000;

/**
 * Keeps a lot's chain from growing without end: so many edits in 24 hours and no more, and as many weighings. Stages, checks, decisions, deletion
 * and erasure are not counted and always pass. The caller holds the lot's row lock, so that edits at once count each other.
 * @throws Refused too-many-requests, with the seconds until the oldest of them is a day old
 */
export async function assertEditQuota(
  em: EntityManager,
  lotUuid: string,
  now: Date,
  type: 'edited' | 'weighed' | 'reverted' = 'edited',
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const rows: unknown = await em.execute(
    `select at from lot_event where lot_id = ? and type = '${type}' and at > ?
     order by at desc offset ${LOT_LIMITS.editsADay - 1} limit 1`,
    [lotUuid, since],
  );
  refuseFilled(rows, since, REFUSED.tooManyEdits({ most: LOT_LIMITS.editsADay }));
}

/**
 * The same for grams that come back from consignments, of many lots. The caller holds the lots' row locks.
 * @throws Refused too-many-requests
 */
export async function assertReturnQuota(em: EntityManager, lotUuids: readonly string[], now: Date): Promise<void> {
  const most = LOT_LIMITS.returnsADay;
  const since = new Date(now.getTime() - DAY_MS);
  const rows: unknown = await em.execute(
    `select max(filling) as at from (
       select (array_agg(at order by at desc))[${most}] as filling from lot_event
       where lot_id in (select value::uuid from json_array_elements_text(?::json)) and type = 'returned' and at > ?
       group by lot_id) lots where filling is not null having max(filling) is not null`,
    [JSON.stringify(lotUuids), since],
  );
  refuseFilled(rows, since, REFUSED.tooManyReturns({ most }));
}

/** @param rows the event that filled the quota; none while there is room */
function refuseFilled(rows: unknown, since: Date, said: Message): void {
  const [filling] = z.array(z.object({ at: z.coerce.date() })).parse(rows);
  if (filling === undefined) return;
  throw new Refused({
    kind: 'too-many-requests',
    said,
    retryAfterSeconds: Math.max(1, Math.ceil((filling.at.getTime() - since.getTime()) / 1_000)),
  });
}
