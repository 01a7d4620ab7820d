import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { newLot } from '../../support/newLot.ts';
import { settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let server: TestApp;
let admin: Person;
const others: Person[] = [];

beforeAll(async () => {
  server = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await server.person('admin', { name: 'Asha Admin' });
  for (const role of ['farmer', 'processor', 'auditor'] as const satisfies readonly Role[]) {
    others.push(await server.person(role));
  }
});

afterAll(async () => {
  await server?.stop();
});

/** Answers to callers who are not admins. */
async function refusals(query: string, variables: Record<string, unknown> = {}): Promise<(string | undefined)[]> {
  const answers = await Promise.all([server, ...others].map(({ graphql }) => graphql.run(query, variables)));
  return answers.map(({ errors }) => errors[0]?.extensions?.code);
}
const FOR_ADMINS = ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'];

/** A lot whose first event the ledger refused, and one that waits for it. @returns the event's id */
async function refusedLot(): Promise<{ eventId: string; lotId: string }> {
  const { data } = await admin.rest.send('POST', '/lots', newLot());
  const { id, lotId } = data.lot;
  await settled(server, id);
  const [event] = await server.app.database.rows<{ event_id: string }>(
    `update ledger_outbox set state = 'failed', failure_code = 'BAD_CONTENT', failure_text = 'weight is no integer'
     where lot_id = $1 and seq = 1 returning event_id`,
    [id],
  );
  return { eventId: event?.event_id ?? '', lotId };
}

const LIST =
  '{ refusedLedgerEvents { events { id lotId consignment sequence type at code text waiting } pagination { total } } }';
const RETRY = `mutation ($id: ID!) { answer: retryLedgerEvent(id: $id) { __typename ... on Queued { queued } ... on Failure {
  message } } }`;

describe('refused events', () => {
  it('are listed for admins over both transports, and tried again', async () => {
    const { eventId, lotId } = await refusedLot();
    const listed = (await admin.graphql.run(LIST)).data.refusedLedgerEvents;
    expect(listed).toMatchObject({
      events: [
        {
          id: eventId,
          lotId,
          consignment: null,
          sequence: 1,
          type: 'created',
          code: 'BAD_CONTENT',
          text: 'weight is no integer',
          waiting: 0,
        },
      ],
      pagination: { total: 1 },
    });
    expect((await admin.rest.get('/ledger/events/refused')).data.events).toEqual(listed.events);

    expect((await admin.graphql.run(RETRY, { id: eventId })).data.answer).toEqual({
      __typename: 'Queued',
      queued: true,
    });
    expect((await admin.graphql.run(LIST)).data.refusedLedgerEvents.events).toEqual([]);
    expect((await admin.graphql.run(RETRY, { id: eventId })).data.answer).toEqual({
      __typename: 'NotFound',
      message: 'Refused event not found',
    });
  });

  it('are not for others', async () => {
    expect(await refusals(LIST)).toEqual(FOR_ADMINS);
    expect(await refusals(RETRY, { id: '0'.repeat(32) })).toEqual(FOR_ADMINS);
    expect(
      (await Promise.all(others.map(({ rest }) => rest.get('/ledger/events/refused')))).map((a) => a.status),
    ).toEqual([403, 403, 403]);
  });
});

describe('the ledger', () => {
  it('is walked when an admin asks, and for nobody else', async () => {
    const walk = 'mutation { walkLedger { queued } }';
    expect((await admin.graphql.run(walk)).data.walkLedger).toEqual({ queued: true });
    expect(await refusals(walk)).toEqual(FOR_ADMINS);
  });

  it('names its organisations to everybody, the same over both transports', async () => {
    const { data } = await server.graphql.run('{ ledgerOrganisations { name mspId rootFingerprint rootCertificate } }');
    expect(data.ledgerOrganisations).toHaveLength(2);
    expect((await server.rest.get('/ledger/roots')).data.organisations).toEqual(data.ledgerOrganisations);
  });
});

describe('contact requests', () => {
  const query = '{ contactRequests { requests { firstName lastName email company message } pagination { total } } }';
  it('are listed for admins, newest first', async () => {
    for (const company of ['Kakao Trade GmbH', 'Manam Chocolate']) {
      await server.rest.send('POST', '/contact', {
        firstName: 'Lena',
        lastName: 'Kern',
        email: 'lena@example.org',
        company,
      });
    }
    const { data } = await admin.graphql.run(query);
    expect(data.contactRequests.requests.map(({ company }: { company: string }) => company)).toEqual([
      'Manam Chocolate',
      'Kakao Trade GmbH',
    ]);
    expect(data.contactRequests.requests[0]).toMatchObject({ email: 'lena@example.org', message: null });
    expect(await refusals(query)).toEqual(FOR_ADMINS);
  });

  it('are null where the operator keeps none, to admins alone', async () => {
    const without = await createTestApp();
    onTestFinished(() => without.stop());
    const there = await without.person('admin');
    expect((await there.graphql.run(query)).data).toEqual({ contactRequests: null });
    const { errors } = await (await without.person('auditor')).graphql.run(query);
    expect(errors[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('erasing a farmer without an account', () => {
  const REACH = `query ($farmId: String!, $farmerName: String!) {
    answer: farmerReach(farmId: $farmId, farmerName: $farmerName) { account lots lotIds keptUntil
      names { name lots erased similar } } }`;
  const ERASE = `mutation ($farmId: String!, $farmerName: String!) {
    answer: eraseFarmer(farmId: $farmId, farmerName: $farmerName) { __typename ... on DataErased { receipt {
      fields ledgerEvents kept { what until why } } } ... on Failure { message } } }`;
  const grown = (farmId: string, farmerName: string) =>
    admin.rest.send('POST', '/lots', newLot({ farmId, farmerName }));

  it('tells before what it reaches, and does just that', async () => {
    const numbers: string[] = [];
    for (const name of ['Zora Longago', 'zora  longago']) {
      numbers.push((await grown('FARM021', name)).data.lot.lotId);
    }
    await grown('FARM022', 'Zora Longago');
    const farmer = { farmId: 'farm021', farmerName: ' Zora Longago ' };
    const reach = (await admin.graphql.run(REACH, farmer)).data.answer;
    const inFiveYears = String(new Date().getUTCFullYear() + 5);
    expect(reach).toEqual({
      account: 'none',
      lots: 2,
      lotIds: numbers.toSorted(),
      keptUntil: expect.stringMatching(`^${inFiveYears}`),
      names: [
        { name: 'Zora Longago', lots: 1, erased: true, similar: false },
        { name: 'zora  longago', lots: 1, erased: true, similar: false },
      ],
    });
    const erased = (await admin.graphql.run(ERASE, farmer)).data.answer;
    expect(erased).toMatchObject({ __typename: 'DataErased', receipt: { ledgerEvents: 2 } });
    expect(erased.receipt.kept[0].until).toBe(reach.keptUntil);
    expect((await admin.graphql.run(REACH, farmer)).data.answer).toMatchObject({
      lots: 0,
      lotIds: [],
      keptUntil: null,
    });
    expect((await admin.graphql.run(ERASE, farmer)).data.answer).toEqual({
      __typename: 'NotFound',
      message: 'No lot of this farm names this farmer',
    });
  });

  it('names who is on the farm before it is done: whom it reaches, who is like that, or all', async () => {
    for (const name of ['Carmen Longago', 'Carmen Longago', 'C\u00c1RMEN Longago', 'Carmen Toa', 'Ines Kila']) {
      await grown('FARM024', name);
    }
    const namesFor = async (farmerName: string) => {
      const { lots, names } = (await admin.graphql.run(REACH, { farmId: 'FARM024', farmerName })).data.answer;
      const shown = names.map((one: { name: string; lots: number; erased: boolean }) => [
        one.name,
        one.lots,
        one.erased,
      ]);
      return { lots, names: shown };
    };
    expect(await namesFor('carmen longago')).toEqual({
      lots: 3,
      names: [
        ['Carmen Longago', 2, true],
        ['C\u00c1RMEN Longago', 1, true],
      ],
    });
    expect(await namesFor('carmen')).toEqual({
      lots: 0,
      names: [
        ['Carmen Longago', 2, false],
        ['Carmen Toa', 1, false],
        ['C\u00c1RMEN Longago', 1, false],
      ],
    });
    expect((await namesFor('Karmen')).names).toHaveLength(4);
  });

  it('leaves those who have an account to themselves', async () => {
    const person = await server.person('farmer', { farmId: 'FARM023', name: 'Ines Own' });
    await grown('FARM023', 'Ines Own');
    const farmer = { farmId: 'FARM023', farmerName: 'Ines Own' };
    expect((await admin.graphql.run(REACH, farmer)).data.answer).toMatchObject({ account: 'enabled', lots: 1 });
    expect((await admin.graphql.run(ERASE, farmer)).data.answer.__typename).toBe('FarmerHasAccount');
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: true });
    expect((await admin.graphql.run(REACH, farmer)).data.answer.account).toBe('disabled');
    expect((await admin.graphql.run(ERASE, farmer)).data.answer.__typename).toBe('DataErased');
  });

  it('is for admins', async () => {
    const farmer = { farmId: 'FARM021', farmerName: 'Zora Longago' };
    expect(await refusals(REACH, farmer)).toEqual(FOR_ADMINS);
    expect(await refusals(ERASE, farmer)).toEqual(FOR_ADMINS);
  });
});
