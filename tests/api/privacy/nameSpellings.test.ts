import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldedColumn } from '../../../server/platform/database/foldedColumn.ts';
import { folded } from '../../../server/domain/text/foldedText.ts';
import { importLots } from '../../support/lotFiles.ts';
import { LOOK_ALIKE, SPELLINGS } from '../../support/nameSpellings.ts';
import { lotInput, registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const NAME = SPELLINGS[0];
const OTHERS = ['José Pereza', 'Josefa Pérez'];

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

const rows = <Row extends object>(sql: string, values: unknown[] = []) => app.app.database.rows<Row>(sql, values);

describe('a name that is looked for in the database', () => {
  it('is folded there as it is here', async () => {
    const texts = [
      ...SPELLINGS,
      ...OTHERS,
      LOOK_ALIKE,
      'Straße',
      'Işık',
      'D\u2019Souza',
      'ana-maria@kila.example',
      '\u0930\u093e\u092e',
    ];
    for (const text of texts) {
      const [row] = await rows<{ folded: string }>(`select ${foldedColumn('$1::text')} as folded`, [text]);
      expect([text, row?.folded]).toEqual([text, folded(text)]);
    }
  });
});

describe('erasing a farmer whose name is written in many ways', () => {
  const farmer = { farmId: 'FARM061', farmerName: NAME };
  /** the names that lots of the farm still have */
  const left = async () =>
    (
      await rows<{ name: string }>(
        `select v.value #>> '{}' as name from personal_value v join lot_event e using (event_id) join lot l on l.id = e.lot_id
         where v.field = 'farmerName' and l.farm_id = 'FARM061' order by 1`,
      )
    ).map(({ name }) => name);
  let notesLot: string;

  beforeAll(async () => {
    for (const name of [...SPELLINGS, LOOK_ALIKE, ...OTHERS]) {
      const lot = await registered(admin, { farmId: 'FARM061', farmerName: NAME });
      await settled(app, lot.id);
      // As it was stored before such names were refused.
      await rows(
        `update personal_value set value = to_jsonb($1::text)
         where field = 'farmerName' and event_id in (select event_id from lot_event where lot_id = $2)`,
        [name, lot.id],
      );
    }
    notesLot = (await registered(admin, { farmId: 'FARM062', farmerName: 'Ana Toa' })).id;
    await settled(app, notesLot);
    for (const [i, stage] of (['fermented', 'drying', 'processed', 'shipped'] as const).entries()) {
      const name = [SPELLINGS[9], SPELLINGS[10], SPELLINGS[7], 'José Pereza'][i];
      await admin.rest.send('PATCH', `/lots/${notesLot}/process`, {
        currentProcess: stage,
        processDetails: `Dried by ${name}.`,
      });
    }
  });

  it('shows before what it reaches, and what only looks the same: over REST and GraphQL', async () => {
    const { data } = await admin.rest.send('POST', '/gdpr/reach', farmer);
    expect(data.lots).toBe(SPELLINGS.length);
    const named = (which: 'erased' | 'similar') =>
      data.names.filter((one: Record<string, boolean>) => one[which]).map(({ name }: { name: string }) => name);
    expect(named('erased').toSorted()).toEqual([...SPELLINGS].toSorted());
    expect(named('similar')).toEqual([LOOK_ALIKE]);
    const answer = await admin.graphql.run(
      `query ($farmId: String!, $farmerName: String!) { farmerReach(farmId: $farmId, farmerName: $farmerName) {
        account lots lotIds names { name lots erased similar } keptUntil } }`,
      farmer,
    );
    expect(answer.data.farmerReach).toEqual(data);
    for (const role of ['farmer', 'processor', 'auditor'] as const) {
      const person = await app.person(role);
      expect([role, (await person.rest.send('POST', '/gdpr/reach', farmer)).status]).toEqual([role, 403]);
    }
  });

  it('erases every spelling of it, in names and in texts, and none that only looks the same', async () => {
    const { data, status } = await admin.rest.send('POST', '/gdpr/erase', farmer);
    expect([status, data.receipt.ledgerEvents]).toEqual([200, SPELLINGS.length + 1]);
    expect(await left()).toEqual([...OTHERS, LOOK_ALIKE].toSorted());
    const texts = await rows<{ text: string }>(
      `select v.value #>> '{}' as text from personal_value v join lot_event e using (event_id)
       where v.field = 'processDetails' and e.lot_id = $1`,
      [notesLot],
    );
    expect(texts.map(({ text }) => text)).toEqual(['Dried by José Pereza.']);
  });

  it('erases what looks the same once it is asked for itself', async () => {
    const { status } = await admin.rest.send('POST', '/gdpr/erase', { ...farmer, farmerName: LOOK_ALIKE });
    expect(status).toBe(200);
    expect(await left()).toEqual(OTHERS.toSorted());
  });
});

describe('a name with characters that show nothing', () => {
  const hidden = 'Jo\u200bsé Pérez';

  it('is refused where it is entered, naming the field', async () => {
    const refused: [method: string, path: string, body: object, field: string][] = [
      ['POST', '/lots', lotInput({ farmerName: hidden }), 'farmerName'],
      [
        'POST',
        '/users',
        { username: 'jose.perez', name: hidden, role: 'auditor', password: 'correct-horse-1' },
        'name',
      ],
      ['POST', '/keys', { name: hidden, role: 'auditor' }, 'name'],
      [
        'POST',
        '/farms/FARM061/plots',
        { name: hidden, geometry: { type: 'Point', coordinates: [145.7, -5.2] } },
        'name',
      ],
      ['POST', '/gdpr/erase', { farmId: 'FARM061', farmerName: hidden }, 'farmerName'],
    ];
    for (const [method, path, body, field] of refused) {
      const answer = await admin.rest.send(method, path, body);
      expect([path, answer.status, answer.body.details?.[0]]).toEqual([
        path,
        400,
        expect.objectContaining({ field, message: expect.stringContaining('invisible characters') }),
      ]);
    }
    const file =
      'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';
    const { data } = await importLots(
      app,
      admin,
      `${file}\nLOT-HID,FARM061,${hidden},Trinitario,2026-03-01,-5.2,145.7,5,7,25`,
    );
    expect([data.created, data.rows[0].errors[0].field]).toEqual([0, 'farmerName']);
  });

  it('is taken in free text, where nobody is told apart by it', async () => {
    const lot = await registered(admin, { farmId: 'FARM063', farmerName: 'Ana Toa' });
    const { status } = await admin.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Turned twice\u200b a day',
    });
    expect(status).toBe(200);
  });
});
