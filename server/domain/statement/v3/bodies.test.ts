import { describe, expect, it } from 'vitest';
import { schemaFaults } from '../../../../tests/support/eudrSchema.ts';
import { filedCommodity, filedContent, filedProducer, REPRESENTED } from '../../../../tests/support/filedContent.ts';
import { typeOneGeoJson } from '../geoJson.ts';
import type { StatementContent } from '../statement.ts';
import {
  amendDdsBody,
  getDdsBody,
  getDdsByIdentifiersBody,
  getDdsByInternalReferenceBody,
  getSdBody,
  getSdByIdentifiersBody,
  getSdByInternalReferenceBody,
  submitDdsBody,
  submitSdBody,
  updateSdBody,
  verifyDeclarationBody,
  withdrawDdsBody,
  withdrawSdBody,
} from './bodies.ts';
import { EUDR_NAMESPACES, EUDR_OPERATIONS } from './operations.ts';

const UUID = '071874bd-8c62-4cac-8eb6-b2fbe003410c';
const NUMBERS = { referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 'SFFCB4Y3' };

const LEAST = filedContent({ countryOfActivity: null, borderCrossCountry: null });
const MOST = filedContent({
  operatorRole: 'REPRESENTATIVE_OPERATOR',
  activityType: 'DOMESTIC',
  representedOperator: REPRESENTED,
  comment: 'Two lines\nwith <tags> & \u0001 a control character',
  geolocationConfidential: true,
  commodities: [
    filedCommodity({ deviationPercent: 7.5 }),
    filedCommodity({
      hsHeading: '180310',
      deviationPercent: 0,
      producers: [
        filedProducer(2, { name: '' }),
        filedProducer(3, {
          name: 'Müller, Åse 吴',
          country: 'GH',
          places: [
            {
              productionPlace: 'FARM "7" é',
              geometry: { kind: 'point', place: { latMicro: 5_200_000, lonMicro: -1_500_010 }, areaHa: 3.25 },
              areaHa: 3.25,
            },
          ],
        }),
      ],
    }),
  ],
  groupedDeclarations: ['26BE7XTVCZAQ2S', 'S26BECB39D2GRX'],
});
const GROUPED = filedContent({
  kind: 'grouped',
  commodities: [filedCommodity({ producers: [] })],
  groupedDeclarations: ['26BE7XTVCZAQ2S'],
});
const WITHOUT_NUMBERS: StatementContent = { ...MOST, representedOperator: { ...REPRESENTED, eori: null, email: null } };
const simplified = (content: StatementContent): StatementContent => ({ ...content, kind: 'simplified' });

const DDS = {
  'submitDds, required fields alone': submitDdsBody(LEAST),
  'submitDds, every field': submitDdsBody(MOST),
  'submitDds, represented operator without number and mail': submitDdsBody(WITHOUT_NUMBERS),
  'submitDds, grouped': submitDdsBody(GROUPED),
  'amendDds, required fields alone': amendDdsBody(UUID, LEAST),
  'amendDds, every field': amendDdsBody(UUID, MOST),
  withdrawDds: withdrawDdsBody(UUID),
  'getDds, one': getDdsBody([UUID]),
  'getDds, 100': getDdsBody(Array.from({ length: 100 }, () => UUID)),
  getDdsByInternalReference: getDdsByInternalReferenceBody('C-2026-014'),
  getDdsByIdentifiers: getDdsByIdentifiersBody(NUMBERS),
};
const SD = {
  'submitSd, required fields alone': submitSdBody(simplified(LEAST)),
  'submitSd, every field': submitSdBody(simplified(MOST)),
  'updateSd, required fields alone': updateSdBody(UUID, simplified(LEAST)),
  'updateSd, every field': updateSdBody(UUID, simplified(MOST)),
  withdrawSd: withdrawSdBody(UUID),
  getSd: getSdBody([UUID, UUID]),
  getSdByInternalReference: getSdByInternalReferenceBody('C-2026-014'),
  getSdByIdentifiers: getSdByIdentifiersBody(NUMBERS),
};
const VERIFY = { verifyDeclaration: verifyDeclarationBody(NUMBERS) };

describe('the bodies of API V3', () => {
  it.each([
    ['dds', DDS],
    ['sd', SD],
    ['verify', VERIFY],
  ] as const)('are valid by the schema of %s', async (service, bodies) => {
    expect(await schemaFaults(service, Object.values(bodies))).toEqual([]);
  });

  it('exist for every operation, with its element', () => {
    const bodies = Object.entries({ ...DDS, ...SD, ...VERIFY });
    const elements = Object.entries(EUDR_OPERATIONS).map(([operation, { service, request }]) => ({
      operation,
      element: `<${service}:${request} xmlns:${service}="${EUDR_NAMESPACES[service]}"`,
      bodies: bodies.filter(([name]) => name.split(',')[0] === operation).map(([, body]) => body),
    }));
    const wrong = elements.filter(
      ({ element, bodies: own }) => own.length === 0 || own.some((body) => !body.startsWith(element)),
    );
    expect(wrong).toEqual([]);
  });

  it('say what the statement says', () => {
    const body = submitDdsBody(MOST);
    expect(textsOf(body, 'dds:operatorRole')).toEqual(['REPRESENTATIVE_OPERATOR']);
    expect(textsOf(body, 'common:operatorName')).toEqual(['Schokolade &amp; Söhne &lt;GmbH&gt;']);
    expect(textsOf(body, 'common:identifierValue')).toEqual([REPRESENTED.eori]);
    expect(textsOf(body, 'dds:comment')).toEqual(['Two lines\nwith &lt;tags&gt; &amp; \uFFFD a control character']);
    expect(textsOf(body, 'common:netWeight')).toEqual(['12500.000', '12500.000']);
    expect(textsOf(body, 'common:percentageEstimationOrDeviation')).toEqual(['7.5', '0']);
    expect(textsOf(body, 'dds:name')).toEqual(['Producer 1', 'Producer 2', 'Müller, Åse 吴']);
    expect(textsOf(body, 'dds:position')).toEqual(['1', '1', '2', '2', '1', '2']);
    expect(textsOf(body, 'common:groupedDeclaration')).toEqual(MOST.groupedDeclarations);
    expect(textsOf(submitSdBody(simplified(MOST)), 'sd:operatorRole')).toEqual(['REPRESENTATIVE_MSPO']);
  });

  it('carry one GeoJSON of Type I for each producer', () => {
    const geometries = textsOf(submitDdsBody(MOST), 'dds:geometryGeojson').map((base64) =>
      Buffer.from(base64, 'base64').toString('utf8'),
    );
    expect(geometries).toEqual(MOST.commodities.flatMap(({ producers }) => producers.map(typeOneGeoJson)));
  });
});

describe('a wrong body', () => {
  it.each([
    ['a reference of 36 characters', submitDdsBody({ ...LEAST, internalReference: 'x'.repeat(36) })],
    ['a country outside of the EU', submitDdsBody({ ...LEAST, countryOfActivity: 'PG' })],
    ['no goods', submitDdsBody({ ...LEAST, commodities: [] })],
    [
      '101 lines of goods',
      submitDdsBody({ ...LEAST, commodities: Array.from({ length: 101 }, () => filedCommodity()) }),
    ],
    ['a description of 151 characters', submitDdsBody(withGoods({ descriptionOfGoods: 'x'.repeat(151) }))],
    ['a heading of letters', submitDdsBody(withGoods({ hsHeading: 'cocoa' }))],
    ['a negative mass', submitDdsBody(withGoods({ netGrams: -1 }))],
    [
      'a producer name of 501 characters',
      submitDdsBody(withGoods({ producers: [filedProducer(0, { name: 'x'.repeat(501) })] })),
    ],
    ['a reference number of 15 characters', submitDdsBody({ ...LEAST, groupedDeclarations: ['26BE7XTVCZAQ2SX'] })],
    ['an identifier that is none', withdrawDdsBody('1')],
    ['no identifier', getDdsBody([])],
    ['101 identifiers', getDdsBody(Array.from({ length: 101 }, () => UUID))],
    [
      'another order',
      submitDdsBody(LEAST).replace(/(<dds:activityType>.*?<\/dds:activityType>)(<dds:commodities>)/, '$2$1'),
    ],
    ['another namespace', submitDdsBody(LEAST).replace('/v3"', '/v2"')],
    ['a field of version 2', submitDdsBody(LEAST).replaceAll('operatorRole', 'operatorType')],
    [
      'a producer without geometry',
      submitDdsBody(LEAST).replace(/<dds:geometryGeojson>.*?<\/dds:geometryGeojson>/, ''),
    ],
  ])('is found: %s', async (_what, body) => {
    expect(await schemaFaults('dds', [body])).not.toEqual([]);
  });

  it('is found: a simplified declaration with a reference of 15 characters', async () => {
    const body = submitSdBody(simplified({ ...LEAST, internalReference: 'x'.repeat(15) }));
    expect(await schemaFaults('sd', [body])).not.toEqual([]);
  });
});

function withGoods(changes: Parameters<typeof filedCommodity>[0]): StatementContent {
  return { ...LEAST, commodities: [filedCommodity(changes)] };
}

function textsOf(body: string, element: string): string[] {
  return [...body.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(([, text = '']) => text);
}
