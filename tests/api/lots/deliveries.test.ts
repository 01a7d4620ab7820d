import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CSV_HEADER, importLots } from '../../support/lotFiles.ts';
import { graphqlLots, restLots } from '../../support/lotApi.ts';
import { freshLotId, lotInput } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const DELIVERY = { bags: 2, grossKg: 62.4, tareKg: 2, grade: 'Grade 1' };
const received = (change: Record<string, unknown> = {}) => ({
  ...lotInput({ lotId: freshLotId(), farmId: 'FARM001' }),
  weight: 60.4,
  delivery: DELIVERY,
  ...change,
});

describe.each([restLots, graphqlLots])('deliveries over $name', (api) => {
  it('are answered with their lots: net weight, time and the clerk', async () => {
    const made = await api.create(processor, received());
    expect(made.kind).toBe('done');
    const shown = { ...DELIVERY, netKg: 60.4, receivedBy: 'Ines Duarte', receivedAt: made.value.createdAt };
    expect(made.value).toMatchObject({ weight: 60.4, delivery: shown });
    expect((await api.read(grace, made.value.lotId)).value).toMatchObject({ delivery: shown });
    const { value } = await api.list(grace, { search: made.value.lotId });
    expect(value.lots).toMatchObject([{ delivery: shown }]);
    // A weight that is corrected later leaves what the scale showed.
    const edited = await api.update(processor, made.value.lotId, { weight: 60 });
    expect(edited.value).toMatchObject({ weight: 60, delivery: shown });
  });

  it('may have no grade, and other lots have no delivery', async () => {
    const made = await api.create(grace, received({ delivery: { ...DELIVERY, grade: null } }));
    expect(made.value).toMatchObject({ delivery: { grade: null, receivedBy: 'Grace Kila' } });
    const other = await api.create(grace, received({ delivery: undefined }));
    expect(other.value).toMatchObject({ delivery: null });
  });

  it.each([
    [{ weight: 60.401 }, 'weight', 'Weight must equal gross weight minus tare weight: 60.4 kg'],
    [{ delivery: { ...DELIVERY, bags: 0 } }, 'delivery.bags', 'Bags must be 1 or more'],
    [{ delivery: { ...DELIVERY, tareKg: 62.4 } }, 'delivery.tareKg', 'Tare weight must be less than gross weight'],
    [
      { delivery: { ...DELIVERY, grade: 'Best' } },
      'delivery.grade',
      'Grade must be one of Grade 1, Grade 2, Sub-standard',
    ],
  ])('with %j are refused at the field, and nothing is written', async (change, field, message) => {
    const input = received(change);
    const made = await api.create(processor, input);
    expect(made).toMatchObject({ kind: 'invalid', details: [{ field, message }] });
    expect((await api.read(processor, input.lotId)).kind).toBe('not found');
  });
});

it('deliveries are in exports of JSON, with their lots', async () => {
  const { value } = await restLots.create(processor, received());
  const file = await fetch(`${app.url}/api/v1/lots/export?format=json&search=${value.lotId}`, {
    headers: { authorization: `Bearer ${processor.accessToken}` },
  });
  expect(await file.json()).toMatchObject([{ delivery: { ...DELIVERY, netKg: 60.4, receivedBy: 'Ines Duarte' } }]);
});

describe('deliveries in a file', () => {
  const cells = { farmId: 'FARM001', farmerName: 'Maria Kaupa', cacaoVariety: 'Trinitario', harvestDate: '2026-03-01' };
  const measured = { latitude: '-5.258413', longitude: '145.743927', weight: '60.4', moistureContent: '7' };
  const row = (lotId: string, delivery: string) =>
    [lotId, ...Object.values(cells), ...Object.values(measured), '25', '', '', '', delivery].join(',');
  const HEADER = `${CSV_HEADER},bags,grossKg,tareKg,grade`;

  it('stand in four columns of their own, which may be empty', async () => {
    const [first, second] = [freshLotId(), freshLotId()];
    const csv = [HEADER, row(first, '2,62.4,2,Grade 2'), row(second, ',,,')].join('\n');
    const answer = await importLots(app, processor, csv);
    expect(answer.data).toMatchObject({ created: 2, invalid: 0 });
    const [{ value: one }, { value: other }] = await Promise.all([
      restLots.read(processor, first),
      restLots.read(processor, second),
    ]);
    expect(one).toMatchObject({ delivery: { bags: 2, netKg: 60.4, grade: 'Grade 2' } });
    expect(other).toMatchObject({ delivery: null });
  });

  it('are refused at their column', async () => {
    const csv = [HEADER, row(freshLotId(), ',62.4,2,'), row(freshLotId(), '2,63,2,')].join('\n');
    const answer = await importLots(app, processor, csv);
    expect(answer.data).toMatchObject({ created: 0, invalid: 2 });
    expect(answer.data.rows.flatMap(({ errors }: { errors: object[] }) => errors)).toMatchObject([
      { field: 'bags', message: 'Bags is required' },
      { field: 'weight', message: 'Weight must equal gross weight minus tare weight: 61 kg' },
    ]);
  });
});

it('a delivery that was changed in the database is not shown, and named by the integrity audit', async () => {
  const { value: lot } = await restLots.create(processor, received());
  await app.app.database.rows('update delivery set bags = 3 where lot_id = $1', [lot.id]);
  expect((await restLots.read(processor, lot.id)).value).toMatchObject({ delivery: null });
});
