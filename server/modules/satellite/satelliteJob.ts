import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Task } from '../../platform/jobs/jobs.ts';
import { together } from '../../platform/jobs/jobsTogether.ts';
import { ROLES } from '../../domain/access/permissions.ts';
import { ACCOUNTS, PARTNER_KEYS } from '../identity/signedIdentity.ts';
import type { Actor } from '../lots/lotEvents.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { CHECK_TASK, type CheckJob, type RequestedBy } from './checkJob.ts';
import type { Rechecks } from './rechecks.ts';
import type { SatelliteService } from './satelliteService.ts';

const RECHECK_TASK = 'satellite-rechecks';
const MEND_TASK = 'satellite-rechecks-mended';

/**
 * Each minute; missed lots are taken by the next one. Each night at 02:17 UTC the rows maintained by triggers are
 * compared with the lots.
 */
export const SATELLITE_SCHEDULE = `* * * * * ${RECHECK_TASK} ?jobKey=${RECHECK_TASK}
17 2 * * * ${MEND_TASK} ?fill=1d&jobKey=${MEND_TASK}`;

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

/** Lots of one batch: few enough that reading and comparing them keeps others waiting for some milliseconds only. */
const CHECKS_TOGETHER = 20;
/** While one batch waits for the database, the next one is read. */
const BATCHES = 2;

/** Tasks of the satellite module in the queue. */
export function satelliteTasks(
  database: Database,
  satellite: Pick<SatelliteService, 'runChecks'>,
  rechecks: Pick<Rechecks, 'plan' | 'mend'>,
): Record<string, Task> {
  return {
    [CHECK_TASK]: together({
      most: CHECKS_TOGETHER,
      batches: BATCHES,
      read: (payload) => checkJob.parse(payload),
      work: async (jobs, signal) => {
        const actors = new Map<string, Promise<Actor>>();
        const actorOf = (requestedBy: RequestedBy): Promise<Actor> => {
          const name = JSON.stringify(requestedBy);
          const actor = actors.get(name) ?? actorFrom(database, requestedBy);
          actors.set(name, actor);
          return actor;
        };
        return satellite.runChecks(
          await Promise.all(
            jobs.map(async ({ lotUuid, requestedBy }) => ({ lotUuid, actor: await actorOf(requestedBy) })),
          ),
          signal,
        );
      },
    }),
    [RECHECK_TASK]: async (_payload, signal) => {
      await rechecks.plan(signal);
    },
    [MEND_TASK]: async () => {
      await rechecks.mend();
    },
  };
}

/** The present name: an account that was erased meanwhile, or changed outside of the program, has none. */
async function actorFrom(database: Database, requestedBy: RequestedBy): Promise<Actor> {
  const { userId, keyId } = requestedBy;
  if (userId === null && keyId === undefined) return { ...requestedBy, name: null };
  const { kind, table, facts } = userId === null ? PARTNER_KEYS : ACCOUNTS;
  const row = await database.row<{ id: string; name: string; facts: SignedFacts; seal: string | null }>(
    `select id, name, ${facts('t')} as facts, seal from ${table} t where id = $1`,
    [userId ?? keyId],
  );
  const whole = row !== null && database.seals.holds(kind, row.id, row.facts, row.seal);
  return { ...requestedBy, name: (whole && row.name) || null };
}
