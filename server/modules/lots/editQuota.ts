import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { LOT_LIMITS } from '../../domain/lot/lotInput.ts';
import { Refused } from '../../platform/errors/refusal.ts';

const DAY_MS = 86_400_000;

/**
 * Keeps a lot's chain from growing without end: so many edits in 24 hours and no more. Stages, checks, decisions, deletion
 * and erasure are not counted and always pass. The caller holds the lot's row lock, so that edits at once count each other.
 * @throws Refused too-many-requests, with the seconds until the oldest of them is a day old
 */
export async function assertEditQuota(em: EntityManager, lotUuid: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const rows: unknown = await em.execute(
    `select at from lot_event where lot_id = ? and type = 'edited' and at > ?
     order by at desc offset ${LOT_LIMITS.editsADay - 1} limit 1`,
    [lotUuid, since],
  );
  const [filling] = z.array(z.object({ at: z.coerce.date() })).parse(rows);
  if (filling === undefined) return;
  throw new Refused({
    kind: 'too-many-requests',
    said: REFUSED.tooManyEdits({ most: LOT_LIMITS.editsADay }),
    retryAfterSeconds: Math.max(1, Math.ceil((filling.at.getTime() - since.getTime()) / 1_000)),
  });
}
