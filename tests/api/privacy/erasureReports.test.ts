import { afterAll, beforeAll, expect, it } from 'vitest';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import { RetainedLocations } from '../../../server/modules/privacy/retainedLocations.ts';
import { LOSS_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const PERIOD = 'startDate=2026-01-01&endDate=2026-12-31';
const PLACE = String(LOSS_PLACE.latitude);

let app: TestApp;
let processor: Person;
let lotId: string;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
  const admin = await app.person('admin');
  const { latitude, longitude } = LOSS_PLACE;
  const lot = await settledLot(app, processor, { farmId: 'FARM555', farmerName: 'Zora Gone', latitude, longitude });
  lotId = lot.id;
  const answer = await admin.rest.send('POST', '/gdpr/erase', { farmId: 'FARM555', farmerName: 'Zora Gone' });
  if (answer.status !== 200) throw new Error(`The erasure was refused: ${answer.body.message}`);
  await settled(app, lotId);
});
afterAll(() => app.stop());

async function file(reportId: string, format: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${app.url}/api/v1/reports/${reportId}?format=${format}`, {
    headers: { authorization: `Bearer ${processor.accessToken}` },
  });
  return { status: answer.status, text: await answer.text() };
}

/** Reports and files in which farm or place of the lot stand. */
async function holding(): Promise<number> {
  const rows = await app.app.database.rows<{ text: string }>(
    `select plots::text as text from report where plots is not null
     union all select convert_from(bytes, 'UTF8') from report_file where format in ('geojson', 'statement', 'plots', 'json', 'csv')
       and bytes is not null`,
  );
  return rows.filter(({ text }) => text.includes('FARM555') || text.includes(PLACE.replace('.', ''))).length;
}

it('stored reports lose farm and place of a lot without a named farmer when its five years are over', async () => {
  const { data } = await processor.rest.get(`/reports/compliance?${PERIOD}`);
  const { reportId } = data.report;
  const figures = await file(reportId, 'json');
  const plots = await file(reportId, 'geojson');
  expect([figures.status, plots.status]).toEqual([200, 200]);
  expect(await holding()).toBeGreaterThan(0);

  const { database, ledger } = app.app;
  const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
  const inYears = (years: number) => new Date(new Date().setFullYear(new Date().getFullYear() + years) + 86_400_000);
  expect(await places.eraseDue(inYears(4))).toBe(0);
  expect((await file(reportId, 'geojson')).text).toBe(plots.text);
  expect(await places.eraseDue(inYears(5))).toBe(1);

  expect(await holding()).toBe(0);
  for (const format of ['geojson', 'statement', 'plots']) expect((await file(reportId, format)).status).toBe(410);
  expect(await file(reportId, 'json')).toEqual(figures);
});
