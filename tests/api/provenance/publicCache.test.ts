import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** What the server's remembered checks age by; the tests move it. */
const clock = { now: new Date('2026-04-01T08:00:00.000Z') };
const later = (seconds: number): void => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

let app: TestApp;
let grace: Person;

beforeAll(async () => {
  app = await createTestApp({ surroundings: { clock: () => clock.now } });
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
});
afterAll(async () => {
  await app.stop();
});

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const seenBy = async ({ lotId }: LotView) => (await app.rest.get(`/lots/public/${lotId}`)).data.verification;
const checkedNow = async ({ lotId }: LotView) =>
  (await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`)).data;

/** Changes a byte of what the ledger holds of a lot's first event, which no caller of the program can. */
async function forgeContent({ lotId }: LotView): Promise<void> {
  await sql('alter table ledger_content disable trigger user');
  await sql(
    `update ledger_content c set content = c.content || ' '
     from lot l where l.lot_id = $1 and c.lot_key = l.lot_key and c.seq = 1`,
    [lotId],
  );
  await sql('alter table ledger_content enable trigger user');
}

describe('what a shopper is shown of a check', () => {
  it('is shown again for 30 s, with the time of the check itself', async () => {
    const lot = await settledLot(app, grace);
    const first = await seenBy(lot);
    const checkedAt = clock.now.toISOString();
    expect(first).toMatchObject({ state: 'verified', lastVerified: checkedAt });
    later(29);
    expect((await seenBy(lot)).lastVerified).toBe(checkedAt);
    later(1);
    expect((await seenBy(lot)).lastVerified).toBe(clock.now.toISOString());
  });

  it('differs at once when the row was changed in the database', async () => {
    const lot = await settledLot(app, grace);
    expect((await seenBy(lot)).state).toBe('verified');
    await sql('update lot set weight_grams = weight_grams + 1000 where id = $1', [lot.id]);
    expect(await seenBy(lot)).toMatchObject({ state: 'differs', discrepancies: [{ field: 'weight' }] });
  });

  it('differs after 30 s at the latest when the ledger was changed, and at once where a check is asked for', async () => {
    const lot = await settledLot(app, grace);
    expect((await seenBy(lot)).state).toBe('verified');
    await forgeContent(lot);
    later(29);
    expect((await seenBy(lot)).state).toBe('verified');
    expect((await checkedNow(lot)).state).toBe('differs');
    expect((await app.rest.get(`/lots/public/${lot.lotId}/blockchain`)).data.verification.state).toBe('differs');
    later(1);
    expect((await seenBy(lot)).state).toBe('differs');
  });

  it('shows a clock that was set back a new check', async () => {
    const lot = await settledLot(app, grace);
    await seenBy(lot);
    later(-60);
    expect((await seenBy(lot)).lastVerified).toBe(clock.now.toISOString());
  });
});
