import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { ALERT } from '../../../server/domain/said/alertSaid.ts';
import { OTHER, textOf, type Said } from '../../../server/domain/said/said.ts';
import { SATELLITE } from '../../../server/domain/said/satelliteSaid.ts';
import { saidOf } from '../../../server/domain/said/table.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database.ts';
import { restoreVersion1 } from '../../support/version1.ts';

// Rows from before what is said had codes get theirs once, in a migration.

let own: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  own = await createBareDatabase();
  await restoreVersion1(own.url);
  pool = new Pool({ connectionString: own.url, max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await own?.drop();
});

const SAMPLE = SATELLITE.sampleData({});
const REMARKS: Said[][] = [
  [SATELLITE.firstCheckQueued({})],
  [SATELLITE.newPlaceCheckQueued({})],
  [SATELLITE.outsideDataset({})],
  [SATELLITE.outsideDataset({}), SAMPLE],
  [SATELLITE.damagedData({ detail: 'The file ends 12 bytes too early.' })],
  [SATELLITE.damagedData({ detail: 'https://tiles.example/a?b=c ends before byte 7.' }), SAMPLE],
  [SATELLITE.incomplete({})],
  [SATELLITE.noData({}), SAMPLE],
  [SATELLITE.gaps({ gaps: 3, pixels: 64 })],
  [SATELLITE.gaps({ gaps: 63, pixels: 72 }), SAMPLE],
  [SATELLITE.noLand({})],
  [SAMPLE],
  [OTHER({ text: 'Seen from a hill?' })],
  [],
];

const loss = { pixels: 64, checkedHectares: 4 };
const FINDINGS: { title: Said; description: Said[] }[] = [
  {
    title: ALERT.treeLoss({ afterYear: 2020 }),
    description: [
      ALERT.lossSeen({ ...loss, lossPixels: 1, years: [2021], hectares: 0.06 }),
      ALERT.source({ dataset: 'Hansen Global Forest Change', version: 'GFC-2025-v1.13' }),
    ],
  },
  {
    title: ALERT.treeLossInSampleData({ afterYear: 2020 }),
    description: [
      ALERT.lossSeen({ ...loss, lossPixels: 20, years: [2021, 2022, 2024], hectares: 1.5 }),
      ALERT.source({ dataset: 'Sample, version of a test', version: '1' }),
      SAMPLE,
    ],
  },
  { title: OTHER({ text: 'Smoke' }), description: [OTHER({ text: 'Seen by a neighbour' })] },
];

describe('rows from before there were codes', () => {
  it('have them after the upgrade', async () => {
    const lots = await idsOf('lot', REMARKS.length);
    for (const [at, said] of REMARKS.entries()) {
      await pool.query('update lot set satellite_message = $2 where id = $1', [lots[at], textOf(said)]);
    }
    const alerts = await idsOf('alert', FINDINGS.length);
    for (const [at, { title, description }] of FINDINGS.entries()) {
      const texts = [title.text, textOf(description)];
      await pool.query('update alert set title = $2, description = $3 where id = $1', [alerts[at], ...texts]);
    }

    await migrate(own.url);

    const remarks = await pool.query('select id, satellite_message as text, satellite_said as codes from lot');
    expect(remarks.rows.length).toBeGreaterThan(REMARKS.length);
    for (const { id, text, codes } of remarks.rows) {
      const said = saidOf(codes, text);
      const at = lots.indexOf(id);
      // Other lots are as version 1 left them.
      if (at >= 0) expect(said).toEqual(REMARKS[at]);
      else expect(said).not.toContainEqual(expect.objectContaining({ code: OTHER.code }));
    }
    const findings = await pool.query('select id, title, title_said, description, description_said from alert');
    expect(findings.rows.length).toBeGreaterThanOrEqual(FINDINGS.length);
    for (const row of findings.rows) {
      const title = saidOf(row.title_said, row.title);
      const description = saidOf(row.description_said, row.description);
      const at = alerts.indexOf(row.id);
      if (at >= 0) expect([title, description]).toEqual([[FINDINGS[at]?.title], FINDINGS[at]?.description]);
      else {
        expect(title.map(({ code }) => code)).toEqual([expect.stringMatching(/^alert\.tree_loss/)]);
        expect(description.map(({ code }) => code).slice(0, 2)).toEqual([ALERT.lossSeen.code, ALERT.source.code]);
      }
    }
  });
});

async function idsOf(table: 'lot' | 'alert', count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from ${table} order by id limit ${count}`);
  expect(rows).toHaveLength(count);
  return rows.map(({ id }) => id);
}
