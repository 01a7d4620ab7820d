import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAKE_USER, TracesFake } from '../../tools/traces-fake/tracesFake.ts';
import { geometryFindings } from '../../tools/traces-fake/geometryRules.ts';

/*
 * The fake is spoken to as the examples of the EU's reference do (API reference V3, chapters 3 and 5), not by the
 * product's own driver: what both got wrong would not show otherwise.
 */

const EUDR = 'http://ec.europa.eu/tracesnt/certificate/eudr';
const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const PATHS = {
  dds: '/ws/EUDRDueDiligenceStatementServiceV3',
  sd: '/ws/EUDRSimplifiedDeclarationServiceV3',
  verify: '/ws/EUDRVerifyDeclarationServiceV3',
  echo: '/ws/eudr/echo',
};
type Path = keyof typeof PATHS;

interface Security {
  username?: string;
  key?: string;
  clientId?: string;
  nonce?: Buffer;
  created?: Date;
  seconds?: number;
  /** the bytes that the digest is made of */
  digested?: (nonce: Buffer) => Buffer;
}

function securityHeader(security: Security): string {
  const {
    username = FAKE_USER.username,
    key = FAKE_USER.key,
    nonce = randomBytes(16),
    created = new Date(),
  } = security;
  const { clientId = FAKE_USER.clientId, seconds = 60, digested = (bytes: Buffer) => bytes } = security;
  const at = created.toISOString();
  const until = new Date(created.getTime() + seconds * 1_000).toISOString();
  const digest = createHash('sha1').update(digested(nonce)).update(at).update(key).digest('base64');
  const client = clientId === '' ? '' : `<v4:WebServiceClientId>${clientId}</v4:WebServiceClientId>`;
  return `<soapenv:Header>
    <wsse:Security xmlns:wsse="${OASIS}-wssecurity-secext-1.0.xsd" xmlns:wsu="${OASIS}-wssecurity-utility-1.0.xsd">
      <wsu:Timestamp wsu:Id="TS-1"><wsu:Created>${at}</wsu:Created><wsu:Expires>${until}</wsu:Expires></wsu:Timestamp>
      <wsse:UsernameToken wsu:Id="UT-1">
        <wsse:Username>${username}</wsse:Username>
        <wsse:Password Type="${OASIS}-username-token-profile-1.0#PasswordDigest">${digest}</wsse:Password>
        <wsse:Nonce EncodingType="${OASIS}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</wsse:Nonce>
        <wsu:Created>${at}</wsu:Created>
      </wsse:UsernameToken>
    </wsse:Security>${client}</soapenv:Header>`;
}

let fake: TracesFake;
beforeEach(async () => {
  fake = new TracesFake({ callsPerSecond: 1_000 });
  await fake.start();
});
afterEach(() => fake.stop());

async function post(path: Path, body: string, security: Security = {}): Promise<{ status: number; text: string }> {
  const envelope = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
    xmlns:v4="http://ec.europa.eu/sanco/tracesnt/base/v4" xmlns:dds="${EUDR}/due-diligence-statement/v3"
    xmlns:sd="${EUDR}/simplified-declaration/v3" xmlns:verify="${EUDR}/verify-declaration/v3"
    xmlns:eudrCommon="${EUDR}/common/v3" xmlns:echo="http://ec.europa.eu/tracesnt/eudr/echo">
    ${securityHeader(security)}<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;
  const response = await fetch(`${fake.url}${PATHS[path]}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: envelope,
  });
  return { status: response.status, text: await response.text() };
}

const POLYGON = {
  type: 'Polygon',
  coordinates: [
    [
      [15.9665, 45.815],
      [15.9675, 45.815],
      [15.9675, 45.816],
      [15.9665, 45.815],
    ],
  ],
};
const base64 = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64');
const GEO = base64(POLYGON);

/** The statement of section 5.1.1, with a commodity of wood in three units. */
const statement = (prefix: 'dds' | 'sd', producers: string, more = '', weight = 200): string => `<${prefix}:statement>
  <${prefix}:internalReferenceNumber></${prefix}:internalReferenceNumber>
  <${prefix}:activityType>IMPORT</${prefix}:activityType>
  <${prefix}:countryOfActivity>BE</${prefix}:countryOfActivity>
  <${prefix}:borderCrossCountry>BE</${prefix}:borderCrossCountry>
  <${prefix}:commodities>
    <${prefix}:position>1</${prefix}:position>
    <${prefix}:descriptors>
      <eudrCommon:descriptionOfGoods>Test wood product</eudrCommon:descriptionOfGoods>
      <eudrCommon:goodsMeasure>
        <eudrCommon:netWeight>${weight}</eudrCommon:netWeight>
        <eudrCommon:supplementaryUnit>20</eudrCommon:supplementaryUnit>
        <eudrCommon:supplementaryUnitQualifier>MTQ</eudrCommon:supplementaryUnitQualifier>
      </eudrCommon:goodsMeasure>
    </${prefix}:descriptors>
    <${prefix}:hsHeading>4410</${prefix}:hsHeading>
    ${producers}
  </${prefix}:commodities>
  <${prefix}:geoLocationConfidential>false</${prefix}:geoLocationConfidential>${more}
</${prefix}:statement>`;

const WOOD = `<dds:speciesInfo><dds:scientificName>Bifora testiculata</dds:scientificName>
  <dds:commonName>Test Name</dds:commonName></dds:speciesInfo>
  <dds:producers><dds:position>1</dds:position><dds:country>FR</dds:country><dds:name>Producer Name</dds:name>
  <dds:geometryGeojson>${GEO}</dds:geometryGeojson></dds:producers>`;

const sdProducer = (position: number, location: string): string => `<sd:producers>
  <sd:producerPosition>${position}</sd:producerPosition><sd:producerCountry>BE</sd:producerCountry>
  <sd:producerName>Producer</sd:producerName><sd:producerLocation>${location}</sd:producerLocation></sd:producers>`;

const submitDds = (more = ''): string =>
  `<dds:SubmitDdsRequest><dds:operatorRole>OPERATOR</dds:operatorRole>${statement('dds', WOOD, more)}</dds:SubmitDdsRequest>`;

/** The text of the first element of that local name. */
const inside = (text: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(text)?.[1] ?? '';

async function filed(): Promise<string> {
  const { status, text } = await post('dds', submitDds());
  expect(status).toBe(200);
  return inside(text, 'uuid');
}

describe('the examples of the reference', () => {
  it('of submitDds, getDds, amendDds, getDdsByIdentifiers and withdrawDds are taken', async () => {
    const uuid = await filed();
    expect(uuid).toMatch(/^[\da-f-]{36}$/);
    const get = () => post('dds', `<dds:GetDdsRequest><dds:uuidList>${uuid}</dds:uuidList></dds:GetDdsRequest>`);
    expect(inside((await get()).text, 'status')).toBe('SUBMITTED');
    fake.advance({ minutes: 30 });
    const { text } = await get();
    expect([inside(text, 'status'), inside(text, 'version')]).toEqual(['AVAILABLE', '1']);
    const numbers = [inside(text, 'referenceNumber'), inside(text, 'verificationNumber')];
    const amended = await post(
      'dds',
      `<dds:AmendDdsRequest><dds:uuid>${uuid}</dds:uuid>${statement('dds', WOOD, '', 300)}</dds:AmendDdsRequest>`,
    );
    expect(inside(amended.text, 'status')).toBe('AVAILABLE');
    const full = await post(
      'dds',
      `<dds:GetDdsByIdentifiersRequest><dds:referenceAndVerificationNumber>
      <eudrCommon:referenceNumber>${numbers[0]}</eudrCommon:referenceNumber>
      <eudrCommon:verificationNumber>${numbers[1]}</eudrCommon:verificationNumber>
      </dds:referenceAndVerificationNumber></dds:GetDdsByIdentifiersRequest>`,
    );
    expect([inside(full.text, 'netWeight'), inside(full.text, 'geometryGeojson')]).toEqual(['300', GEO]);
    for (const prefix of ['dds', 'eudrCommon']) expect(full.text).toContain(`xmlns:${prefix}="${EUDR}`);
    const withdrawn = await post(
      'dds',
      `<dds:WithdrawDdsRequest><dds:uuid>${uuid}</dds:uuid></dds:WithdrawDdsRequest>`,
    );
    expect([inside(withdrawn.text, 'uuid'), inside(withdrawn.text, 'status')]).toEqual([uuid, 'WITHDRAWN']);
  });

  it('of a grouped statement and of verifyDeclaration are taken', async () => {
    await filed();
    fake.advance({ minutes: 30 });
    const [one] = fake.statements;
    const group = `<dds:groupedDeclarations><eudrCommon:groupedDeclaration>${one?.referenceNumber}</eudrCommon:groupedDeclaration></dds:groupedDeclarations>`;
    expect((await post('dds', submitDds(group))).status).toBe(200);
    expect(fake.statements.map(({ status }) => status)).toEqual(['GROUPED', 'SUBMITTED']);
    const verified = await post(
      'verify',
      `<verify:VerifyDeclarationRequest><verify:referenceNumber>${one?.referenceNumber}</verify:referenceNumber>
      <verify:verificationNumber>${one?.verificationNumber}</verify:verificationNumber></verify:VerifyDeclarationRequest>`,
    );
    expect([verified.status, inside(verified.text, 'result')]).toEqual([200, 'EXISTING_USABLE']);
  });

  it('of submitSd, with a geometry, an address and a cadastral number, is taken', async () => {
    const producers = [
      sdProducer(1, `<sd:geometryGeojson>${GEO}</sd:geometryGeojson>`),
      sdProducer(
        2,
        `<sd:postalAddress><sd:producerStreet>Rue De Geneve 4</sd:producerStreet>
        <sd:producerPostalCode>1140</sd:producerPostalCode><sd:producerCity>Brussels</sd:producerCity></sd:postalAddress>`,
      ),
      sdProducer(3, '<sd:cadastralIdentifier>BE-BRU-2024-PARCEL-001</sd:cadastralIdentifier>'),
    ];
    const role = '<sd:operatorRole>MICRO_OPERATOR</sd:operatorRole>';
    const body = `<sd:SubmitSdRequest>${role}${statement('sd', producers.join(''))}</sd:SubmitSdRequest>`;
    const { status, text } = await post('sd', body);
    expect([status, inside(text, 'sdIdentifier')]).toEqual([200, fake.statements[0]?.uuid]);
  });

  it('of the echo is answered', async () => {
    const { status, text } = await post(
      'echo',
      '<echo:EudrEchoRequest><echo:query>Hello</echo:query></echo:EudrEchoRequest>',
    );
    expect([status, inside(text, 'status')]).toEqual([200, 'OK']);
  });
});

describe('what proves who calls', () => {
  it.each<[string, Security]>([
    ['of another key', { key: 'another' }],
    ['of another user', { username: 'another' }],
    ['over the base64 of the nonce', { digested: (nonce) => Buffer.from(nonce.toString('base64')) }],
    ['from six minutes ago', { created: new Date(Date.now() - 6 * 60_000), seconds: 300 }],
    ['in six minutes', { created: new Date(Date.now() + 6 * 60_000) }],
    ['that has expired', { created: new Date(Date.now() - 90_000), seconds: 60 }],
    ['that is valid for too long', { seconds: 600 }],
    ['without a client id', { clientId: '' }],
  ])('%s is refused', async (_, security) => {
    const { status, text } = await post('dds', submitDds(), security);
    expect([status, inside(text, 'faultstring')]).toEqual([
      500,
      expect.stringMatching(/Unauth|expired|WebServiceClientId/),
    ]);
    expect(fake.statements).toEqual([]);
  });

  it('is taken once', async () => {
    const nonce = randomBytes(16);
    expect((await post('dds', submitDds(), { nonce })).status).toBe(200);
    const again = await post('dds', submitDds(), { nonce });
    expect([again.status, inside(again.text, 'faultstring')]).toEqual([500, 'The nonce was used before']);
    expect(fake.statements).toHaveLength(1);
  });
});

describe('a request', () => {
  it('of another service, of none, or without XML gets a fault', async () => {
    expect(inside((await post('sd', submitDds())).text, 'faultstring')).toContain('Cannot find dispatch method');
    const unknown = await fetch(`${fake.url}/ws/EUDRSubmissionServiceV2`, { method: 'POST', body: 'x' });
    expect(unknown.status).toBe(404);
    const text = await fetch(`${fake.url}${PATHS.dds}`, { method: 'POST', body: 'no XML' });
    expect([text.status, inside(await text.text(), 'faultcode')]).toEqual([500, 'S:Client']);
  });

  it('that its schema refuses gets the words of the parser', async () => {
    const trade = await post('dds', submitDds().replace('IMPORT', 'TRADE'));
    expect(inside(trade.text, 'faultstring')).toMatch(/cvc-enumeration-valid: .*activityType/);
    const half = await post('dds', submitDds().replace('<dds:hsHeading>4410</dds:hsHeading>', ''));
    expect(inside(half.text, 'faultstring')).toMatch(/cvc-complex-type\.2\.4/);
  });
});

it('statements in a file are there at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'traces-fake-'));
  const file = join(folder, 'state.json');
  await fake.stop();
  fake = new TracesFake({ callsPerSecond: 1_000, file });
  await fake.start();
  const uuid = await filed();
  await fake.stop();
  fake = new TracesFake({ callsPerSecond: 1_000, file });
  await fake.start();
  expect(fake.statements).toMatchObject([{ uuid, status: 'SUBMITTED' }]);
  await rm(folder, { recursive: true });
});

describe('a geometry', () => {
  const codes = (json: unknown) =>
    geometryFindings(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))).map(({ code }) =>
      code.replace('EUDR_COMMODITIES_PRODUCER_GEO_', ''),
    );
  const ring = (...corners: [number, number][]) => ({ type: 'Polygon', coordinates: [corners] });
  const point = (properties: Record<string, unknown>) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties,
  });
  const square: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ];

  it.each<[name: string, json: unknown, expected: string[]]>([
    ['polygon', POLYGON, []],
    ['multipolygon', { type: 'MultiPolygon', coordinates: [[square]] }, []],
    ['multipoint', { type: 'MultiPoint', coordinates: [[1, 2]] }, []],
    ['collection', { type: 'GeometryCollection', geometries: [POLYGON] }, []],
    ['point with its area', point({ Area: 3.9 }), []],
    ['ring that is open', ring(...square.slice(0, 4)), ['INVALID_GEOMETRY']],
    ['ring that crosses itself', ring([0, 0], [1, 1], [1, 0], [0, 1], [0, 0]), ['INVALID_GEOMETRY']],
    ['ring on a line', ring([0, 0], [1, 1], [2, 2], [0, 0]), ['INVALID_GEOMETRY']],
    ['ring with sides that overlap', ring([0, 0], [2, 0], [1, 0], [1, 1], [0, 0]), ['INVALID_GEOMETRY']],
    [
      'hole',
      {
        type: 'Polygon',
        coordinates: [
          square,
          [
            [0.2, 0.2],
            [0.4, 0.2],
            [0.4, 0.4],
            [0.2, 0.2],
          ],
        ],
      },
      ['INVALID_GEOMETRY'],
    ],
    ['corner twice after six decimals', ring([0, 0], [1, 0], [1, 1], [1, 1.0000001], [0, 0]), ['INVALID_GEOMETRY']],
    ['latitude', { type: 'Point', coordinates: [0, 91] }, ['LATITUDE_INVALID']],
    ['longitude', { type: 'Point', coordinates: [-181, 0] }, ['LONGITUDE_INVALID']],
    ['line', { type: 'LineString', coordinates: square }, ['INVALID']],
    ['point as array of arrays', { type: 'Point', coordinates: [[1, 2]] }, ['INVALID']],
    ['property in another case', point({ productionplace: 'x' }), ['INVALID']],
    ['area as a text', point({ Area: '3' }), ['AREA_INVALID']],
    ['area above 4 ha', point({ Area: 4.1 }), ['AREA_INVALID']],
    ['no feature', { type: 'FeatureCollection', features: [] }, ['INVALID']],
    ['no JSON', '{"type":', ['INVALID']],
  ])('%s', (_, json, expected) => {
    expect(codes(json)).toEqual(expected);
  });
});
