import { createHash, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { logEvent } from '../database/eventLog.ts';
import { ALERT_OUTCOMES } from '../domain/alerts.ts';
import { findingKey, type HeldFinding, type LossPixel } from '../domain/forest.ts';
import type { PlaceMicro } from '../domain/units.ts';

/** What a satellite check found, to be put before a person. */
export interface Finding {
  lotUuid: string;
  checkId: string;
  place: PlaceMicro;
  dataset: string;
  datasetVersion: string;
  lossPixels: readonly LossPixel[];
  title: string;
  description: string;
  at: Date;
}

const heldRows = z.array(
  z.object({
    outcome: z.enum(ALERT_OUTCOMES).nullable(),
    pixels: z.array(z.tuple([z.int(), z.int(), z.int()])),
  }),
);

/**
 * The findings that have an alert, open or closed, at exactly this place. The caller holds the lot's row lock.
 * @param dataset of any version; null: of every dataset
 */
export async function heldFindings(
  em: EntityManager,
  lotUuid: string,
  place: PlaceMicro,
  dataset: string | null,
): Promise<HeldFinding[]> {
  const rows = await em.execute(
    `select a.outcome, a.finding_pixels as pixels from alert a left join satellite_check c on c.id = a.check_id
     where a.lot_id = ? and a.lat_micro = ? and a.lon_micro = ? and (?::text is null or c.dataset = ?)`,
    [lotUuid, place.latMicro, place.lonMicro, dataset, dataset],
  );
  return heldRows.parse(rows).map(({ outcome, pixels }) => ({
    outcome,
    lossPixels: pixels.map(([latMicro, lonMicro, year]) => ({ latMicro, lonMicro, year })),
  }));
}

/** Raises one high alert for a finding; nothing when it has one. The caller holds the lot's row lock. */
export async function raiseFinding(em: EntityManager, finding: Finding): Promise<void> {
  const id = randomUUID();
  const raised = await em.execute(
    `insert into alert (id, lot_id, check_id, type, severity, title, description, lat_micro, lon_micro, finding_key,
       finding_pixels, created_at, updated_at)
     values (?, ?, ?, 'deforestation', 'high', ?, ?, ?, ?, ?, ?::jsonb, ?, ?)
     on conflict (lot_id, finding_key) do nothing returning id`,
    [
      id,
      finding.lotUuid,
      finding.checkId,
      finding.title,
      finding.description,
      finding.place.latMicro,
      finding.place.lonMicro,
      createHash('sha256').update(findingKey(finding)).digest('hex'),
      JSON.stringify(finding.lossPixels.map(({ latMicro, lonMicro, year }) => [latMicro, lonMicro, year])),
      finding.at,
      finding.at,
    ],
  );
  if (raised.length > 0) await logEvent(em, { topic: 'alert', kind: 'raised', alertId: id, lotId: finding.lotUuid });
}
