import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../server/platform/png.ts';
import { LOGO_LIMITS } from '../../../server/domain/cooperative/cooperativeInput.ts';
import { sendSheet } from '../../support/lotFiles.ts';
import { newLot } from '../../support/newLot.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { workbook } from '../../support/workbooks.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let admin: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  processor = await app.person('processor');
});
afterAll(() => app?.stop());

const KAUPA = {
  name: 'Kaupa Cacao Cooperative',
  address: 'Section 12\nMadang 511',
  country: 'pg',
  eori: 'pg12345',
  email: 'office@kaupa.example',
};
const put = (by: Person, changes: Record<string, unknown>) =>
  by.rest.send('PUT', '/cooperative', { ...KAUPA, ...changes });
const versionNow = async (): Promise<number> => (await admin.rest.get('/cooperative')).data.cooperative.version;
const store = async (changes: Record<string, unknown> = {}) => put(admin, { version: await versionNow(), ...changes });
const picture = async (width: number): Promise<string> =>
  (await png(width, 2, new Uint8Array(width * 2 * 3))).toString('base64');

async function paper(path: string, by: Person = admin): Promise<string> {
  const response = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${by.accessToken}` } });
  expect(response.status).toBe(200);
  return textOfPdf(Buffer.from(await response.arrayBuffer()));
}

it('is unset at first, and papers name nobody', async () => {
  const { cooperative } = (await processor.rest.get('/cooperative')).data;
  expect(cooperative).toEqual({
    name: '',
    address: '',
    country: '',
    eori: '',
    email: '',
    lotNumbers: '',
    logo: null,
    version: 0,
    updatedAt: null,
  });
  expect((await app.rest.get('/cooperative')).status).toBe(401);
});

describe('its settings', () => {
  it('are stored by an admin over the version that was read', async () => {
    expect((await put(processor, { version: 0 })).status).toBe(403);
    expect((await put(admin, { version: 3 })).status).toBe(409);
    const stored = (await put(admin, { version: 0 })).data.cooperative;
    expect(stored).toMatchObject({ ...KAUPA, country: 'PG', eori: 'PG12345', version: 1 });
    expect((await put(admin, { version: 0 })).status).toBe(409);
    const answers = await Promise.all([put(admin, { version: 1, name: 'A' }), put(admin, { version: 1, name: 'B' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lines = await app.app.database.rows(
      `select details from audit_entry where action = 'cooperative.changed' order by id`,
    );
    expect(lines).toEqual([
      { details: { version: 1, fields: ['name', 'address', 'country', 'eori', 'email'] } },
      { details: { version: 2, fields: ['name'] } },
    ]);
  });

  it('keep a small picture, whatever it is called, and refuse others', async () => {
    const refused = async (logo: string) => (await store({ logo })).body.details?.map(({ field }) => field);
    expect(await refused(Buffer.from('<svg/>').toString('base64'))).toEqual(['logo']);
    expect(await refused('not base64!')).toEqual(['logo']);
    expect(await refused(await picture(LOGO_LIMITS.pixels + 1))).toEqual(['logo']);
    const logo = await picture(4);
    const stored = (await store({ logo })).data.cooperative;
    expect(stored.logo).toMatch(/^data:image\/png;base64,/);
    expect((await store()).data.cooperative.logo).toBe(stored.logo);
    expect((await store({ logo: null })).data.cooperative.logo).toBe(null);
  });

  it('by GraphQL are the same', async () => {
    const version = await versionNow();
    const update = `mutation ($input: CooperativeSettings!) {
      updateCooperative(input: $input) { __typename ... on Cooperative { name version } } }`;
    const answer = await admin.graphql.run(update, { input: { ...KAUPA, lotNumbers: 'LOTGQ{NNN}', version } });
    expect((await processor.graphql.run('{ nextLotId }')).data).toEqual({ nextLotId: 'LOTGQ001' });
    expect(answer.data.updateCooperative).toEqual({
      __typename: 'Cooperative',
      name: KAUPA.name,
      version: version + 1,
    });
    const stale = await admin.graphql.run(update, { input: { ...KAUPA, version } });
    expect(stale.data.updateCooperative).toEqual({ __typename: 'VersionConflict' });
    const read = await processor.graphql.run('{ cooperative { name country lotNumbers } }');
    expect(read.data.cooperative).toEqual({ name: KAUPA.name, country: 'PG', lotNumbers: 'LOTGQ{NNN}' });
    await store();
  });
});

describe('the numbering of lots', () => {
  const nextId = async (): Promise<string> => (await processor.rest.get('/lots/next-id')).data.lotId;
  const year = new Date().getUTCFullYear();

  it('is what the wizard is offered and an import numbers by', async () => {
    expect(await nextId()).toMatch(/^LOT\d{5}$/);
    const stored = (await store({ lotNumbers: 'lot-{year}-{nnnn}' })).data.cooperative;
    expect(stored.lotNumbers).toBe('LOT-{YEAR}-{NNNN}');
    expect(await nextId()).toBe(`LOT-${year}-0001`);
    const register = (lotId: string) => processor.rest.send('POST', '/lots', newLot({ farmId: 'FARM001', lotId }));
    const both = await Promise.all([register(`LOT-${year}-0001`), register(`LOT-${year}-0001`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await nextId()).toBe(`LOT-${year}-0002`);
    expect((await register(`LOT-${year}-0003`)).status).toBe(201);
    const heads = ['Farm', 'Farmer', 'Variety', 'Harvest date', 'Latitude', 'Longitude', 'Weight', 'Moisture', 'Temp.'];
    const row = ['FARM001', 'Maria Kaupa', 'trinitario', '2026-03-04', -5.258413, 145.743927, 62.5, 7.2, 28];
    const file = workbook([{ name: 'Lots', rows: [heads, row, row] }]);
    const { data } = await sendSheet(app, processor, '/lots/import', file);
    expect(data.created).toBe(2);
    const { lots } = (await processor.rest.get(`/lots?importId=${data.importId}&sort=lotId&order=asc`)).data;
    expect(lots.map(({ lotId }: { lotId: string }) => lotId)).toEqual([`LOT-${year}-0002`, `LOT-${year}-0004`]);
    // The id of a deleted lot stays taken.
    expect((await admin.rest.send('DELETE', `/lots/LOT-${year}-0002`)).status).toBe(200);
    expect(await nextId()).toBe(`LOT-${year}-0005`);
    await store({ lotNumbers: 'LOTKA{NNNNN}' });
    expect(await nextId()).toBe('LOTKA00001');
    await app.app.database.rows(`update cooperative set lot_numbers = 'LOTXX{NNN}'`);
    expect(await nextId()).toMatch(/^LOT\d{5}$/);
    expect((await put(admin, { version: 0 })).status).toBe(200);
  });

  it.each(['KA{NNNN}', 'LOT{NN}', 'LOT{YEAR}', 'LOT{NNN}{NNN}', 'LOT {NNN}', `LOT${'A'.repeat(18)}{NNN}`])(
    'is refused as %s',
    async (lotNumbers) => {
      const { status, body } = await store({ lotNumbers });
      expect([status, body.details?.map(({ field }) => field)]).toEqual([400, ['lotNumbers']]);
    },
  );
});

describe('papers', () => {
  it('begin with name, address and logo; one that others changed in the database is not named', async () => {
    await store({ logo: await picture(40) });
    const lot = (await admin.rest.send('POST', '/lots', newLot({ farmId: 'FARM001' }))).data.lot;
    const paths = [`/lots/${lot.lotId}/dossier`, `/lots/public/${lot.lotId}/certificate`];
    for (const path of paths) {
      const text = await paper(path);
      expect(text).toContain(KAUPA.name);
      expect(text).toContain('Section 12, Madang 511, Papua New Guinea');
    }
    await app.app.database.rows(`update cooperative set name = 'Somebody Else'`);
    for (const path of paths) {
      const text = await paper(path);
      expect(text).not.toContain('Somebody Else');
      expect(text).not.toContain(KAUPA.name);
    }
    // Who stores all of it again writes it over.
    expect((await put(admin, { version: 0 })).status).toBe(200);
    expect(await paper(paths[0] ?? '')).toContain(KAUPA.name);
  });

  it('of a period name it on the report, and as the operator in the draft of a statement', async () => {
    await store();
    const period = 'startDate=2026-01-01&endDate=2026-12-31';
    const { reportId } = (await admin.rest.get(`/reports/compliance?${period}`)).data.report;
    expect(await paper(`/reports/${reportId}?format=pdf`)).toContain(KAUPA.name);
    const response = await fetch(`${app.url}/api/v1/reports/${reportId}?format=statement`, {
      headers: { authorization: `Bearer ${admin.accessToken}` },
    });
    const draft: { operator: unknown } = JSON.parse(await response.text());
    expect(draft.operator).toEqual({
      name: KAUPA.name,
      address: `${KAUPA.address}, PG`,
      email: KAUPA.email,
      eoriNumber: 'PG12345',
    });
  });
});
