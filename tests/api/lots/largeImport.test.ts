import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOfLots, fileOf, importLots } from '../../support/lotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

it('an import of more than 50,000 lots is refused as a whole', async () => {
  const { status, body } = await importLots(app, admin, csvOfLots(50_001, 'LOT-MANY-'));
  expect([status, body.error]).toEqual([400, 'Validation failed']);
  expect(body.details).toContainEqual(
    expect.objectContaining({
      field: 'file',
      message: expect.stringMatching(/^One import can have up to 50,000 lots/),
    }),
  );
});

it('an import of ten thousand lots is done within minutes, and exported again it is the same', async () => {
  // A second try needs lots of its own.
  const prefix = `LOT-TEN-${randomInt(10 ** 6)}-`;
  const file = csvOfLots(10_000, prefix);
  const started = Date.now();
  const { status, data, body } = await importLots(app, admin, file);
  expect([status, data.created, data.total, data.invalid]).toEqual([200, 10_000, 10_000, 0]);
  const took = Date.now() - started;
  // A minute on a machine that does nothing else.
  expect(took).toBeLessThan(180_000);
  expect(body.message).toBe('10,000 lots imported');
  expect(data.rows).toHaveLength(1000);
  expect(data.rows[0]).toEqual({ row: 2, lotId: `${prefix}0`, errors: [] });

  const exported = (await fileOf(app, admin, `/lots/export?format=csv&search=${prefix}`)).text.trimEnd().split('\r\n');
  const columns = exported[0]?.split(',') ?? [];
  const [first, end] = [columns.indexOf('lotId'), columns.indexOf('isAnonymized') + 1];
  // A column that only derived lots have stands among them.
  const isSettable = columns.map((name, at) => at >= first && at < end && name !== 'harvestUntil');
  const settable = exported.map((row) =>
    row
      .split(',')
      .filter((_value, at) => isSettable[at])
      .join(','),
  );
  expect(settable.length).toBe(10_001);
  expect(settable.sort()).toEqual(file.trimEnd().split('\r\n').sort());
}, 400_000);
