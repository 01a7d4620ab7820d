import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Task } from '../database/jobs.ts';
import { ROLES } from '../domain/permissions.ts';
import { ACCOUNTS, PARTNER_KEYS } from '../identity/sealedIdentity.ts';
import type { Actor } from '../lots/lotEvents.ts';
import type { SealedFacts } from '../seals/seals.ts';
import { CHECK_TASK, type CheckJob, type RequestedBy, type SatelliteService } from './satelliteService.ts';

const RECHECK_TASK = 'satellite-rechecks';

/** Each night at 02:17 UTC; a night that was missed is made up for at the next start. */
export const SATELLITE_SCHEDULE = `17 2 * * * ${RECHECK_TASK} ?fill=1d&jobKey=${RECHECK_TASK}`;

const checkJob: z.ZodType<CheckJob> = z.object({
  lotUuid: z.uuid(),
  requestedBy: z.object({
    userId: z.uuid().nullable(),
    keyId: z.uuid().optional(),
    role: z.enum([...ROLES, 'system']),
    gdprConsent: z.boolean().optional(),
    requestId: z.string().optional(),
  }),
});

/** What the satellite feature does in the queue. */
export function satelliteTasks(database: Database, satellite: SatelliteService): Record<string, Task> {
  return {
    [CHECK_TASK]: async (payload, signal) => {
      const { lotUuid, requestedBy } = checkJob.parse(payload);
      await untilAborted(satellite.runCheck(lotUuid, await actorFrom(database, requestedBy)), signal);
    },
    [RECHECK_TASK]: async () => {
      await satellite.queueRechecks();
    },
  };
}

/** The name as it is now: an account that was erased meanwhile, or changed past the program, has none. */
async function actorFrom(database: Database, requestedBy: RequestedBy): Promise<Actor> {
  const { userId, keyId } = requestedBy;
  if (userId === null && keyId === undefined) return { ...requestedBy, name: null };
  const { kind, table, facts } = userId === null ? PARTNER_KEYS : ACCOUNTS;
  const row = await database.row<{ id: string; name: string; facts: SealedFacts; seal: string | null }>(
    `select id, name, ${facts('t')} as facts, seal from ${table} t where id = $1`,
    [userId ?? keyId],
  );
  const whole = row !== null && database.seals.holds(kind, row.id, row.facts, row.seal);
  return { ...requestedBy, name: (whole && row.name) || null };
}

/** At shutdown the job is put back; what it was still reading ends by its own deadline and is written or lost as one. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => stop.reject(new Error('The program is shutting down'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
