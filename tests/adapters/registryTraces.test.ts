import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TracesRegistry } from '../../server/adapters/registry-traces/tracesRegistry.ts';
import type { TracesServerParts } from '../../server/adapters/registry-traces/tracesServer.ts';
import {
  RegistryAway,
  type RegistryOutcome,
  type StatementBody,
} from '../../server/domain/statement/dueDiligenceRegistry.ts';
import { geolocationBytes } from '../../server/domain/statement/geoJson.ts';
import { STATEMENT_LIMITS, type StatementContent } from '../../server/domain/statement/statement.ts';
import { amendmentBody } from '../../server/domain/statement/v3/bodies.ts';
import { FAKE_USER, TracesFake, type TracesFakeParts } from '../../tools/traces-fake/tracesFake.ts';
import { filedContent, filedProducer } from '../support/filedContents.ts';
import { describeRegistry, expectUuid, StoredExchanges, submissionOf } from './registrySuite.ts';

const FAST = { callsPerSecond: 1_000 };

describeRegistry('traces-v3', {
  files: true,
  open: async () => {
    const fake = new TracesFake(FAST);
    const registry = new TracesRegistry({ url: await fake.start(), credentials: FAKE_USER, limits: FAST });
    return { registry, stop: () => fake.stop() };
  },
});

let fake: TracesFake;
let kept: StoredExchanges;
/** the driver's clock; it stands still unless a test moves it */
let now: number;

async function start(parts: TracesFakeParts = {}): Promise<void> {
  fake = new TracesFake({ ...FAST, clock: () => now, ...parts });
  await fake.start();
}

function driver(parts: Partial<TracesServerParts> = {}): TracesRegistry {
  return new TracesRegistry({
    url: fake.url,
    credentials: FAKE_USER,
    clock: () => now,
    pause: async (ms) => {
      now += ms;
    },
    ...parts,
    limits: { ...FAST, ...parts.limits },
  });
}

beforeEach(async () => {
  now = Date.parse('2026-12-31T10:00:00Z');
  kept = new StoredExchanges();
  await start();
});
afterEach(() => fake.stop());

async function submitted(content: StatementContent = filedContent()): Promise<string> {
  return expectUuid(await driver().submit(submissionOf(content), kept.keep));
}

const amendmentOf = (uuid: string, content: StatementContent): StatementBody => ({
  kind: content.kind,
  body: Buffer.from(amendmentBody(uuid, content)),
});

/** Codes of a refusal; null for one without a code. */
function codesOf(outcome: RegistryOutcome): (string | null)[] {
  return outcome.kind === 'refused' ? outcome.faults.map(({ code }) => code) : [outcome.kind];
}

describe('a statement that was filed', () => {
  it('is read back as it was, one producer with one GeoJSON', async () => {
    const content = filedContent({ comment: 'a\n"comment" & <more>' });
    const uuid = await submitted(content);
    const [stored] = fake.statements;
    expect(stored?.uuid).toBe(uuid);
    const xml = stored?.xml ?? '';
    expect(xml).toContain('<dds:internalReferenceNumber>CONS-2026-0001-1<');
    expect(xml).toContain(':netWeight>12345.678<');
    expect(xml).toContain('a\n"comment" &amp; &lt;more&gt;');
    const producers = [...xml.matchAll(/<dds:producers>(.*?)<\/dds:producers>/gs)].map(([, inner = '']) => inner);
    const read = producers.map((inner) => ({
      name: /:name>(.*?)</.exec(inner)?.[1],
      geoJson: JSON.parse(Buffer.from(/:geometryGeojson>(.*?)</.exec(inner)?.[1] ?? '', 'base64').toString()),
    }));
    expect(read.map(({ name }) => name)).toEqual(['Producer 1 &amp; Söhne', 'Producer 2 &amp; Söhne']);
    expect(read.map(({ geoJson }) => geoJson.features.length)).toEqual([2, 1]);
    expect(read[0]?.geoJson.features[1]).toMatchObject({
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-1.596, 6.702],
            [-1.595, 6.702],
            [-1.595, 6.703],
            [-1.596, 6.703],
            [-1.596, 6.702],
          ],
        ],
      },
      properties: { ProductionPlace: 'FARM-1-2', Area: 1.2 },
    });
  });

  it('has its numbers later', async () => {
    const uuid = await submitted();
    const find = () => driver().find('due_diligence', [uuid], kept.keep);
    expect(await find()).toMatchObject([{ status: 'SUBMITTED', referenceNumber: null, verificationNumber: null }]);
    fake.advance({ minutes: 30 });
    expect(await find()).toMatchObject([
      {
        uuid,
        status: 'AVAILABLE',
        referenceNumber: expect.stringMatching(/^26BE[A-Z0-9]{10}$/),
        verificationNumber: expect.stringMatching(/^[A-Z0-9]{8}$/),
        rejectionReason: null,
      },
    ]);
    fake.decide(uuid, { status: 'REJECTED', rejectionReason: 'No geolocation' });
    expect(await find()).toMatchObject([{ status: 'REJECTED', rejectionReason: 'No geolocation' }]);
  });

  it('is amended and withdrawn within 72 hours', async () => {
    const uuid = await submitted();
    const changed = filedContent({ comment: 'amended' });
    expect(codesOf(await driver().amend(amendmentOf(uuid, changed), kept.keep))).toEqual([
      'EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS',
    ]);
    fake.advance({ minutes: 30 });
    expectUuid(await driver().amend(amendmentOf(uuid, changed), kept.keep));
    expect(fake.statements).toMatchObject([{ uuid, version: 2, status: 'AVAILABLE' }]);
    expect(fake.statements[0]?.xml).toContain('amended');
    const other = filedContent({ activityType: 'EXPORT' });
    expect(codesOf(await driver().amend(amendmentOf(uuid, other), kept.keep))).toEqual([
      'EUDR_API_AMEND_ACTIVITY_TYPE_CHANGE_NOT_ALLOWED',
    ]);
    fake.advance({ hours: 72 });
    const late = await driver().withdraw({ kind: 'due_diligence', uuid }, kept.keep);
    expect(codesOf(late)).toEqual(['EUDR_API_AMEND_OR_WITHDRAW_DDS_NOT_POSSIBLE']);
  });

  it('is withdrawn once', async () => {
    const uuid = await submitted();
    expectUuid(await driver().withdraw({ kind: 'due_diligence', uuid }, kept.keep));
    const again = await driver().withdraw({ kind: 'due_diligence', uuid }, kept.keep);
    expect(codesOf(again)).toEqual(['EUDR_API_AMEND_OR_WITHDRAW_NOT_ALLOWED_FOR_STATUS']);
    const unknown = await driver().withdraw({ kind: 'simplified', uuid }, kept.keep);
    expect(codesOf(unknown)).toEqual(['EUDR_API_NO_DDS']);
  });

  it('can be verified by its numbers', async () => {
    const uuid = await submitted();
    fake.advance({ minutes: 30 });
    const [{ referenceNumber = null, verificationNumber = null } = {}] = fake.statements;
    const numbers = { referenceNumber: referenceNumber ?? '', verificationNumber: verificationNumber ?? '' };
    const verify = (changes: Partial<typeof numbers> = {}) => driver().verify({ ...numbers, ...changes }, kept.keep);
    expect(await verify()).toBe('existing_usable');
    fake.decide(uuid, { status: 'WITHDRAWN' });
    expect(await verify()).toBe('existing_non_usable');
    expect(await verify({ verificationNumber: 'ABCDEFGH' })).toBe('non_existent');
    expect(await verify({ referenceNumber: 'much too long for a number' })).toBe('non_existent');
  });

  it('refers to others, which are grouped and cannot be withdrawn', async () => {
    const uuid = await submitted();
    const grouped = (groupedDeclarations: string[]) =>
      filedContent({ kind: 'grouped', internalReference: 'GROUP-1', groupedDeclarations });
    const unknown = await driver().submit(submissionOf(grouped(['26BE0000000000'])), kept.keep);
    expect(codesOf(unknown)).toEqual(['EUDR_REFERENCED_STATEMENT_NOT_FOUND']);
    fake.advance({ minutes: 30 });
    await submitted(grouped([fake.statements[0]?.referenceNumber ?? '']));
    expect(await driver().find('due_diligence', [uuid], kept.keep)).toMatchObject([{ status: 'GROUPED' }]);
    const late = await driver().withdraw({ kind: 'due_diligence', uuid }, kept.keep);
    expect(codesOf(late)).toEqual(['EUDR_API_AMEND_OR_WITHDRAW_NOT_ALLOWED_FOR_STATUS']);
  });

  it('is at most one of a hundred that are asked for', async () => {
    const uuids = Array.from({ length: 101 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
    await expect(driver().find('due_diligence', uuids, kept.keep)).rejects.toThrow(RangeError);
    expect(await driver().find('due_diligence', uuids.slice(1), kept.keep)).toEqual([]);
    expect(fake.asked).toHaveLength(1);
  });

  it('of the other service is a simplified declaration', async () => {
    const content = filedContent({ kind: 'simplified', internalReference: 'C-26-1' });
    const uuid = await submitted(content);
    fake.advance({ minutes: 30 });
    expect(await driver().find('simplified', [uuid], kept.keep)).toMatchObject([{ status: 'AVAILABLE' }]);
    expect(await driver().find('due_diligence', [uuid], kept.keep)).toEqual([]);
    expect(await driver().findByInternalReference('simplified', 'C-26-1', kept.keep)).toHaveLength(1);
    expectUuid(await driver().amend(amendmentOf(uuid, content), kept.keep));
    expectUuid(await driver().withdraw({ kind: 'simplified', uuid }, kept.keep));
    expect(fake.statements[0]?.referenceNumber).toMatch(/^S26BE/);
  });
});

describe('what is wrong with a statement', () => {
  const [commodity] = filedContent().commodities;
  const [producer] = commodity?.producers ?? [];
  if (commodity === undefined || producer === undefined) throw new Error('The content has a commodity.');
  const [place] = producer.places;
  if (place === undefined) throw new Error('The producer has a place.');
  const withCommodity = (changes: Partial<typeof commodity>) =>
    filedContent({ commodities: [{ ...commodity, ...changes }] });
  const withPlace = (changes: Partial<typeof place>) =>
    withCommodity({ producers: [{ ...producer, places: [{ ...place, ...changes }] }] });
  const corner = (latMicro: number, lonMicro: number) => ({ latMicro, lonMicro });

  it.each<[code: string, content: StatementContent]>([
    ['EUDR_COMMODITIES_HS_CODE_INVALID', withCommodity({ hsHeading: '9999' })],
    ['EUDR_COMMODITIES_DESCRIPTOR_NET_MASS_EMPTY', withCommodity({ netGrams: 0 })],
    ['EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_NOT_ALLOWED', withCommodity({ deviationPercent: 5 })],
    [
      'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_MISSING',
      { ...withCommodity({ deviationPercent: null }), activityType: 'DOMESTIC' },
    ],
    [
      'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_INVALID',
      { ...withCommodity({ deviationPercent: 51 }), activityType: 'DOMESTIC' },
    ],
    ['EUDR_COMMODITIES_PRODUCERS_EMPTY', withCommodity({ producers: [] })],
    [
      'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID',
      withCommodity({ producers: [filedProducer(1, { country: 'QQ' })] }),
    ],
    ['EUDR_COMMODITIES_PRODUCER_GEO_INVALID', withCommodity({ producers: [{ ...producer, places: [] }] })],
    [
      'EUDR_COMMODITIES_PRODUCER_GEO_INVALID_GEOMETRY',
      withPlace({ geometry: { kind: 'polygon', ring: [corner(0, 0), corner(9, 9), corner(9, 0), corner(0, 9)] } }),
    ],
    [
      'EUDR_COMMODITIES_PRODUCER_GEO_INVALID_GEOMETRY',
      withPlace({ geometry: { kind: 'polygon', ring: [corner(0, 0), corner(1, 1), corner(2, 2)] } }),
    ],
    [
      'EUDR_COMMODITIES_PRODUCER_GEO_LATITUDE_INVALID',
      withPlace({ geometry: { kind: 'point', place: corner(91_000_000, 0), areaHa: 1 } }),
    ],
    [
      'EUDR_COMMODITIES_PRODUCER_GEO_LONGITUDE_INVALID',
      withPlace({ geometry: { kind: 'point', place: corner(0, 181_000_000), areaHa: 1 } }),
    ],
    [
      'EUDR_COMMODITIES_PRODUCER_GEO_AREA_INVALID',
      withPlace({ areaHa: 5, geometry: { kind: 'point', place: corner(0, 0), areaHa: 5 } }),
    ],
  ])('is told as %s', async (code, content) => {
    expect(codesOf(await driver().submit(submissionOf(content), kept.keep))).toEqual([code]);
    expect(fake.statements).toEqual([]);
  });

  it.each<[code: string, parts: TracesFakeParts['operator'], changes: Partial<StatementContent>]>([
    ['EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING', { hasEori: false }, {}],
    ['EUDR_ACTIVITY_TYPE_NOT_ALLOWED_FOR_NON_EU_OPERATOR', { isInEu: false }, { activityType: 'EXPORT' }],
    ['EUDR_WEBSERVICE_USER_NOT_EUDR_OPERATOR', { isOperator: false }, {}],
    ['EUDR_WEBSERVICE_USER_FROM_MANY_OPERATOR', { isOfManyOperators: true }, {}],
    ['EUDR_BEHALF_OPERATOR_NOT_PROVIDED', {}, { operatorRole: 'REPRESENTATIVE_OPERATOR' }],
    [
      'EUDR_WEBSERVICE_USER_ACTIVITY_NOT_ALLOWED',
      { maySimplify: false },
      { kind: 'simplified', internalReference: 'C' },
    ],
  ])('with its operator is told as %s', async (code, operator, changes) => {
    Object.assign(fake.operator, operator);
    expect(codesOf(await driver().submit(submissionOf(filedContent(changes)), kept.keep))).toEqual([code]);
  });

  it('with its form is told in the words of the schema', async () => {
    const tooLong = filedContent({ internalReference: 'x'.repeat(60) });
    expect(await driver().submit(submissionOf(tooLong), kept.keep)).toEqual({
      kind: 'refused',
      faults: [{ code: null, message: expect.stringMatching(/^cvc-maxLength-valid: .*internalReferenceNumber/) }],
    });
    const many = withCommodity({ producers: Array.from({ length: 1_001 }, (_, i) => filedProducer(i)) });
    expect(await driver().submit(submissionOf(many), kept.keep)).toMatchObject({
      kind: 'refused',
      faults: [{ message: expect.stringMatching(/^cvc-complex-type/) }],
    });
  });

  it('is told for all of its parts at once', async () => {
    const content = filedContent({
      commodities: [
        { ...commodity, hsHeading: '9999' },
        { ...commodity, netGrams: 0 },
      ],
    });
    expect(codesOf(await driver().submit(submissionOf(content), kept.keep))).toEqual([
      'EUDR_COMMODITIES_HS_CODE_INVALID',
      'EUDR_COMMODITIES_DESCRIPTOR_NET_MASS_EMPTY',
    ]);
  });

  it('is its size, above 25 MB', async () => {
    const filled = (bytes: number) => {
      const places = Array.from({ length: 25 }, () => ({ ...place, productionPlace: 'x'.repeat(1024 * 1024 - 500) }));
      const rest = bytes - geolocationBytes({ ...producer, places });
      const last = { ...place, productionPlace: 'x'.repeat(1024 * 1024 - 500 + rest) };
      return withCommodity({ producers: [{ ...producer, places: [...places.slice(1), last] }] });
    };
    const most = STATEMENT_LIMITS.geolocationBytes;
    expect(codesOf(await driver().submit(submissionOf(filled(most + 1)), kept.keep))).toEqual([
      'EUDR_MAXIMUM_GEO_SIZE_REACHED',
    ]);
    expectUuid(await driver().submit(submissionOf(filled(most)), kept.keep));
  });

  it('is its number of producers, above 10,000', async () => {
    const producers = Array.from({ length: 10_001 }, (_, i) => filedProducer(i));
    const lines = (until: number) =>
      filedContent({
        commodities: Array.from({ length: Math.ceil(until / 1_000) }, (_, i) => ({
          ...commodity,
          producers: producers.slice(i * 1_000, Math.min((i + 1) * 1_000, until)),
        })),
      });
    expectUuid(await driver().submit(submissionOf(lines(10_000)), kept.keep));
    expect((await driver().submit(submissionOf(lines(10_001)), kept.keep)).kind).toBe('refused');
  });
});

describe('when the service misbehaves', () => {
  const submit = (registry = driver()) => registry.submit(submissionOf(filedContent()), kept.keep);

  it('numbers come late', async () => {
    fake.misbehave('numbersLate');
    const uuid = await submitted();
    fake.advance({ hours: 5 });
    const find = () => driver().find('due_diligence', [uuid], kept.keep);
    expect(await find()).toMatchObject([{ status: 'SUBMITTED', referenceNumber: null }]);
    fake.behave();
    expect(await find()).toMatchObject([{ status: 'AVAILABLE' }]);
  });

  it('a statement seems not to be there at first', async () => {
    fake.misbehave('emptyAfterSubmit');
    const uuid = await submitted();
    const both = async () => [
      await driver().find('due_diligence', [uuid], kept.keep),
      await driver().findByInternalReference('due_diligence', 'CONS-2026-0001-1', kept.keep),
    ];
    expect(await both()).toEqual([[], []]);
    fake.advance({ minutes: 1 });
    expect(await both()).toMatchObject([[{ uuid }], [{ uuid }]]);
  });

  it('an amendment is refused', async () => {
    const uuid = await submitted();
    fake.advance({ minutes: 30 });
    fake.misbehave('amendRefused');
    expect(codesOf(await driver().amend(amendmentOf(uuid, filedContent()), kept.keep))).toEqual([
      'EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS',
    ]);
    expect(fake.statements).toMatchObject([{ version: 1 }]);
  });

  it('a withdrawn statement cannot be looked at for some minutes', async () => {
    const uuid = await submitted();
    fake.misbehave('failsAfterWithdraw');
    await driver().withdraw({ kind: 'due_diligence', uuid }, kept.keep);
    const find = () => driver().find('due_diligence', [uuid], kept.keep);
    await expect(find()).rejects.toThrow(RegistryAway);
    fake.advance({ minutes: 5 });
    expect(await find()).toMatchObject([{ status: 'WITHDRAWN' }]);
  });

  it('asks to wait: nothing is sent for so long', async () => {
    const registry = driver();
    fake.misbehave('tooManyRequests', { times: 1 });
    await expect(submit(registry)).rejects.toMatchObject({ name: 'RegistryAway', retryAfterSeconds: 30 });
    now += 29_000;
    await expect(submit(registry)).rejects.toMatchObject({ name: 'RegistryAway', retryAfterSeconds: 1 });
    expect(fake.asked).toHaveLength(1);
    now += 1_000;
    expectUuid(await submit(registry));
  });

  it('clocks differ: nothing is filed, and it can be tried again', async () => {
    fake.misbehave('clockSkew');
    await expect(submit()).rejects.toThrow(/Message expired/);
    fake.behave();
    expectUuid(await submit());
    expect(fake.statements).toHaveLength(1);
  });

  it('an answer is lost: a second statement would be a duplicate, so it is looked up', async () => {
    fake.misbehave('answerLost', { times: 1 });
    await expect(submit()).rejects.toThrow(RegistryAway);
    expect(fake.asked).toHaveLength(1);
    const found = await driver().findByInternalReference('due_diligence', 'CONS-2026-0001-1', kept.keep);
    expect(found).toMatchObject([{ status: 'SUBMITTED' }]);
    await submitted();
    expect(fake.statements).toHaveLength(2);
  });

  it('finds fault with the form', async () => {
    fake.misbehave('schemaFault');
    expect(await submit()).toEqual({
      kind: 'refused',
      faults: [{ code: null, message: "cvc-maxLength-valid: Value 'x' is too long." }],
    });
  });

  it.each(['serverError', 'noAnswer'] as const)('%s: it can be tried again', async (name) => {
    fake.misbehave(name, { times: 1 });
    await expect(submit(driver({ limits: { uploadWithinMs: 300 } }))).rejects.toThrow(RegistryAway);
    expect(fake.statements).toEqual([]);
    expectUuid(await submit());
  });

  it('numbers are not found that can be verified', async () => {
    await submitted();
    fake.advance({ minutes: 30 });
    fake.misbehave('identifiersNotFound');
    const [{ referenceNumber = null, verificationNumber = null } = {}] = fake.statements;
    const numbers = { referenceNumber: referenceNumber ?? '', verificationNumber: verificationNumber ?? '' };
    expect(await driver().verify(numbers, kept.keep)).toBe('existing_usable');
  });

  it('after several failures nothing is sent for a while, then one call tests whether it is back', async () => {
    const registry = driver({ limits: { breakAfter: 3, restMs: 60_000 } });
    fake.misbehave('serverError');
    for (let i = 0; i < 3; i += 1) await expect(submit(registry)).rejects.toThrow(/answered 500/);
    await expect(submit(registry)).rejects.toMatchObject({ name: 'RegistryAway', retryAfterSeconds: 60 });
    now += 60_000;
    const [first, second] = await Promise.allSettled([submit(registry), submit(registry)]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
    expect(fake.asked).toHaveLength(4);
    now += 60_000;
    fake.behave();
    expectUuid(await submit(registry));
    expectUuid(await submit(registry));
  });

  it('a statement that is refused is no failure of the service', async () => {
    const registry = driver({ limits: { breakAfter: 2 } });
    const wrong = filedContent({ commodities: [] });
    for (let i = 0; i < 3; i += 1) expect((await registry.submit(submissionOf(wrong), kept.keep)).kind).toBe('refused');
    expectUuid(await submit(registry));
  });
});

describe('calls', () => {
  it('are five a second', async () => {
    const starts: number[] = [];
    const registry = driver({ limits: { callsPerSecond: 5 } });
    const begin = now;
    for (let i = 0; i < 11; i += 1) {
      await registry.find('due_diligence', ['00000000-0000-4000-8000-000000000000'], kept.keep);
      starts.push(now - begin);
    }
    expect(starts).toEqual([0, 0, 0, 0, 0, 1_100, 1_100, 1_100, 1_100, 1_100, 2_200]);
  });

  it('above that are refused by the service', async () => {
    await fake.stop();
    await start({ callsPerSecond: 2 });
    const call = () => driver().find('due_diligence', ['00000000-0000-4000-8000-000000000000'], kept.keep);
    const settled = await Promise.allSettled([call(), call(), call()]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it.each([
    ['key', { ...FAKE_USER, key: 'another key' }],
    ['name', { ...FAKE_USER, username: 'n00other' }],
  ])('with another %s are not answered', async (_, credentials) => {
    await expect(driver({ credentials }).submit(submissionOf(filedContent()), kept.keep)).rejects.toThrow(
      /UnauthenticatedException/,
    );
    expect(fake.statements).toEqual([]);
  });

  it('with another client id are refused', async () => {
    const registry = driver({ credentials: { ...FAKE_USER, clientId: 'eudr' } });
    expect(codesOf(await registry.submit(submissionOf(filedContent()), kept.keep))).toEqual([null]);
  });

  it('are kept with their answers, and without what proves who calls', async () => {
    await submitted();
    fake.misbehave('answerLost', { times: 1 });
    await expect(driver().submit(submissionOf(filedContent()), kept.keep)).rejects.toThrow(RegistryAway);
    expect(kept.all).toMatchObject([
      { operation: 'submitDds', status: 200, answer: expect.stringContaining('uuid>'), at: new Date(now) },
      { operation: 'submitDds', status: null, answer: null },
    ]);
    const all = JSON.stringify(kept.all.map((one) => ({ ...one, request: String(one.request) })));
    for (const secret of [FAKE_USER.key, FAKE_USER.username, 'Security', 'Nonce', 'PasswordDigest']) {
      expect(all).not.toContain(secret);
    }
    expect(String(kept.all[0]?.request)).toMatch(/^<dds:SubmitDdsRequest/);
  });

  it('carry the action of their operation', async () => {
    await submitted();
    expect(fake.asked).toMatchObject([
      {
        request: 'SubmitDdsRequest',
        soapAction: '"http://ec.europa.eu/tracesnt/certificate/eudr/due-diligence-statement/v3/submitDds"',
      },
    ]);
  });
});
