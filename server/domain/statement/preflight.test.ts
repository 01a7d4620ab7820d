import { describe, expect, it } from 'vitest';
import {
  filedCommodity,
  filedContent,
  filedPlace,
  filedProducer,
  filedProducers,
  REPRESENTED,
} from '../../../tests/support/filedContent.ts';
import { KEEPS_OUT } from '../messages/consignmentMessages.ts';
import { pointAt } from '../plot/geometry/geometry.ts';
import type { PlaceMicro } from '../text/units.ts';
import { isFileable, lotFindings, preflight } from './preflight.ts';
import type { PreflightFacts, PreflightFinding, PreflightLot } from './preflightFinding.ts';
import { splitStatement, withReferences } from './splitting.ts';
import type { FiledCommodity, FiledProducer, StatementContent } from './statement.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const LOT: PreflightLot = {
  lotId: 'LOT701',
  matchesLedger: true,
  deforestationStatus: 'No Deforestation',
  satelliteAt: new Date('2026-03-01T12:00:00Z'),
  originsWithoutPlot: 0,
};
const FACTS: PreflightFacts = {
  now: NOW,
  sampleData: false,
  operator: { country: 'DE', eori: 'DE123456789012345' },
  lots: [LOT],
  sourceOf: () => ({ lotId: 'LOT701', plot: 'Upper field' }),
};

const goods = (changes: Partial<FiledCommodity>): Partial<StatementContent> => ({
  commodities: [filedCommodity(changes)],
});
const producer = (changes: Partial<FiledProducer>): Partial<StatementContent> =>
  goods({ producers: [filedProducer(0, changes)] });
const ring = (...corners: [number, number][]): Partial<StatementContent> => {
  const places = corners.map(([lonMicro, latMicro]): PlaceMicro => ({
    lonMicro: 145e6 + lonMicro,
    latMicro: -5.2e6 + latMicro,
  }));
  return producer({ places: [{ ...filedPlace(0), geometry: { kind: 'polygon', ring: places } }] });
};
const pointOf = (place: PlaceMicro, areaHa: number): Partial<StatementContent> =>
  producer({ places: [{ productionPlace: 'FARM1', geometry: pointAt(place, areaHa), areaHa }] });
const SOMEWHERE = { lonMicro: 145_000_000, latMicro: -5_200_000 };
const represented = (changes: Partial<typeof REPRESENTED> = {}): Partial<StatementContent> => ({
  operatorRole: 'REPRESENTATIVE_OPERATOR',
  representedOperator: { ...REPRESENTED, ...changes },
});

const summaryOf = ({ code, field, message, mend }: PreflightFinding) => [code, field, message.code, mend];

describe('a statement that can be filed', () => {
  it.each<[string, Partial<StatementContent>, Partial<PreflightFacts>]>([
    ['an import', {}, {}],
    ['an export', { activityType: 'EXPORT' }, {}],
    ['a domestic one', { activityType: 'DOMESTIC', ...goods({ deviationPercent: 50 }) }, { operator: null }],
    ['a domestic one that is exact', { activityType: 'DOMESTIC', ...goods({ deviationPercent: 0 }) }, {}],
    ['an import by an operator outside of the EU', {}, { operator: { country: 'PG', eori: 'DE123456789012345' } }],
    ['one by a representative', represented(), { operator: null }],
    ['one of Northern Ireland', { borderCrossCountry: 'XI' }, { operator: { country: 'XI', eori: 'XI123456789000' } }],
    ['one without countries', { countryOfActivity: null, borderCrossCountry: null }, {}],
    ['chocolate', goods({ hsHeading: '180632' }), {}],
    ['a small point', pointOf(SOMEWHERE, 0.0001), {}],
    [
      'one that refers to others and names no plots',
      { ...goods({ producers: [] }), groupedDeclarations: ['26BE7XTVCZAQ2S'] },
      {},
    ],
  ])('has no findings: %s', (_what, content, facts) => {
    expect(preflight(filedContent(content), { ...FACTS, ...facts })).toEqual([]);
  });
});

describe('rules of the activity and the operator', () => {
  const eori = 'EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING';
  const behalf = 'EUDR_BEHALF_OPERATOR_NOT_PROVIDED';
  const nonEu = 'EUDR_ACTIVITY_TYPE_NOT_ALLOWED_FOR_NON_EU_OPERATOR';
  const percentage = 'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_';
  const domestic = (deviationPercent: number | null): Partial<StatementContent> => ({
    activityType: 'DOMESTIC',
    ...goods({ deviationPercent }),
  });
  it.each<[string, Partial<StatementContent>, Partial<PreflightFacts>, unknown[]]>([
    [
      'an import without EORI',
      {},
      { operator: { country: 'DE', eori: null } },
      [eori, 'eori', 'preflight.eori_missing', 'editOperator'],
    ],
    [
      'an export by nobody',
      { activityType: 'EXPORT' },
      { operator: null },
      [eori, 'eori', 'preflight.eori_missing', 'editOperator'],
    ],
    [
      'an EORI of Great Britain',
      {},
      { operator: { country: 'GB', eori: 'GB123456789000' } },
      [eori, 'eori', 'preflight.eori_not_eu', 'editOperator'],
    ],
    [
      'a represented operator without EORI',
      { ...represented(), representedOperator: { ...REPRESENTED, eori: null } },
      {},
      [eori, 'eori', 'preflight.eori_missing', 'editStatement'],
    ],
    [
      'a representative of nobody',
      { operatorRole: 'REPRESENTATIVE_OPERATOR' },
      {},
      [behalf, 'representedOperator', 'preflight.represented_missing', 'editStatement'],
    ],
    [
      'a represented operator of an operator',
      { representedOperator: REPRESENTED },
      {},
      [null, 'representedOperator', 'preflight.represented_unwanted', 'editStatement'],
    ],
    [
      'a represented operator without city',
      represented({ address: { ...REPRESENTED.address, city: ' ' } }),
      {},
      [
        'EUDR_BEHALF_OPERATOR_CITY_POSTALCODE_EMPTY_OR_INVALID',
        'representedOperator',
        'preflight.represented_address',
        'editStatement',
      ],
    ],
    [
      'an export from outside of the EU',
      { activityType: 'EXPORT' },
      { operator: { country: 'PG', eori: 'DE1' } },
      [nonEu, 'activityType', 'preflight.import_only', 'editStatement'],
    ],
    [
      'a domestic one for somebody outside of the EU',
      { ...domestic(5), ...represented({ address: { ...REPRESENTED.address, country: 'CH' } }) },
      {},
      [nonEu, 'activityType', 'preflight.import_only', 'editStatement'],
    ],
    [
      'an import with a deviation',
      goods({ deviationPercent: 5 }),
      {},
      [`${percentage}NOT_ALLOWED`, 'deviationPercent', 'preflight.deviation_unwanted', 'editStatement'],
    ],
    [
      'a domestic one without deviation',
      domestic(null),
      {},
      [`${percentage}MISSING`, 'deviationPercent', 'preflight.deviation_missing', 'editStatement'],
    ],
    [
      'a domestic one with 50.001 percent',
      domestic(50.001),
      {},
      [`${percentage}INVALID`, 'deviationPercent', 'preflight.deviation_range', 'editStatement'],
    ],
    [
      'a domestic one with less than nothing',
      domestic(-1),
      {},
      [`${percentage}INVALID`, 'deviationPercent', 'preflight.deviation_range', 'editStatement'],
    ],
    [
      'an import of nothing',
      goods({ netGrams: 0 }),
      {},
      ['EUDR_COMMODITIES_DESCRIPTOR_NET_MASS_EMPTY', 'netWeight', 'preflight.net_mass_missing', 'editStatement'],
    ],
    [
      'a domestic one of nothing',
      { activityType: 'DOMESTIC', ...goods({ deviationPercent: 1, netGrams: 0 }) },
      {},
      ['EUDR_COMMODITIES_DESCRIPTOR_QUANTITY_MISSING', 'netWeight', 'preflight.net_mass_missing', 'editStatement'],
    ],
  ])('%s', (_what, content, facts, finding) => {
    expect(preflight(filedContent(content), { ...FACTS, ...facts }).map(summaryOf)).toEqual([finding]);
  });
});

describe('rules of the fields', () => {
  it.each<[string, Partial<StatementContent>, unknown[]]>([
    [
      'coffee',
      goods({ hsHeading: '0901' }),
      ['EUDR_COMMODITIES_HS_CODE_INVALID', 'hsHeading', 'preflight.hs_heading', 'editStatement'],
    ],
    [
      'a chapter alone',
      goods({ hsHeading: '18' }),
      ['EUDR_COMMODITIES_HS_CODE_INVALID', 'hsHeading', 'preflight.hs_heading', 'editStatement'],
    ],
    [
      'no description',
      goods({ descriptionOfGoods: ' ' }),
      [null, 'descriptionOfGoods', 'preflight.field_empty', 'editStatement'],
    ],
    [
      'a description of 151 characters',
      goods({ descriptionOfGoods: 'x'.repeat(151) }),
      [null, 'descriptionOfGoods', 'preflight.field_too_long', 'editStatement'],
    ],
    ['no reference', { internalReference: '' }, [null, 'internalReference', 'preflight.field_empty', 'editStatement']],
    [
      'a reference of 36 characters',
      { internalReference: 'x'.repeat(36) },
      [null, 'internalReference', 'preflight.field_too_long', 'editStatement'],
    ],
    [
      'a simplified declaration with 15',
      { kind: 'simplified', internalReference: 'x'.repeat(15) },
      [null, 'internalReference', 'preflight.field_too_long', 'editStatement'],
    ],
    [
      'a comment of 2,001 characters',
      { comment: 'x'.repeat(2_001) },
      [null, 'comment', 'preflight.field_too_long', 'editStatement'],
    ],
    [
      'activity outside of the EU',
      { countryOfActivity: 'PG' },
      [null, 'countryOfActivity', 'preflight.eu_country', 'editStatement'],
    ],
    [
      'a border outside of the EU',
      { borderCrossCountry: 'GB' },
      [null, 'borderCrossCountry', 'preflight.eu_country', 'editStatement'],
    ],
    ['no goods', { commodities: [] }, [null, 'commodities', 'preflight.no_commodity', 'editStatement']],
    [
      '101 lines',
      { commodities: Array.from({ length: 101 }, (_, i) => filedCommodity({ producers: [filedProducer(i)] })) },
      [null, 'commodities', 'preflight.many_commodities', 'split'],
    ],
    [
      'no producer',
      goods({ producers: [] }),
      ['EUDR_COMMODITIES_PRODUCER_GEO_EMPTY', 'producers', 'preflight.no_producer', 'outlinePlot'],
    ],
    [
      '1,001 producers',
      goods({ producers: filedProducers(1_001) }),
      [null, 'producers', 'preflight.many_producers_of_commodity', 'split'],
    ],
    [
      'a country that is none',
      producer({ country: 'XX' }),
      [
        'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID',
        'producerCountry',
        'preflight.producer_country',
        'outlinePlot',
      ],
    ],
    [
      'no country',
      producer({ country: '' }),
      [
        'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID',
        'producerCountry',
        'preflight.producer_no_country',
        'outlinePlot',
      ],
    ],
    [
      'a name of 501 characters',
      producer({ name: 'x'.repeat(501) }),
      [null, 'producerName', 'preflight.producer_name', 'editProducer'],
    ],
    [
      'a producer without plot',
      producer({ places: [] }),
      ['EUDR_COMMODITIES_PRODUCER_GEO_EMPTY', 'geometry', 'preflight.producer_without_place', 'outlinePlot'],
    ],
    [
      'a grouped one of none',
      { kind: 'grouped' },
      ['EUDR_REFERENCED_STATEMENT_NOT_FOUND', 'groupedDeclarations', 'preflight.no_grouped', 'editStatement'],
    ],
    [
      'a short number',
      { groupedDeclarations: ['26BE7'] },
      ['EUDR_REFERENCED_STATEMENT_NOT_FOUND', 'groupedDeclarations', 'preflight.grouped_number', 'editStatement'],
    ],
    [
      '2,001 numbers',
      { groupedDeclarations: Array.from({ length: 2_001 }, () => '26BE7XTVCZAQ2S') },
      ['EUDR_MAXIMUM_REFERENCED_DDS_REACHED', 'groupedDeclarations', 'preflight.many_grouped', 'editStatement'],
    ],
  ])('%s', (_what, content, finding) => {
    expect(preflight(filedContent(content), FACTS).map(summaryOf)).toEqual([finding]);
  });

  it('a producer without name is a warning: the EU takes it', () => {
    const findings = preflight(filedContent(producer({ name: '' })), FACTS);
    expect(findings).toMatchObject([{ severity: 'warning', message: { code: 'preflight.producer_unnamed' } }]);
    expect(isFileable(findings)).toBe(true);
  });

  it('characters outside of the first plane count once, as in the schema of the EU', () => {
    expect(preflight(filedContent(goods({ descriptionOfGoods: '🍫'.repeat(150) })), FACTS)).toEqual([]);
  });
});

describe('rules of the geometry', () => {
  const GEO = 'EUDR_COMMODITIES_PRODUCER_GEO_';
  it.each<[string, Partial<StatementContent>, string[], string[]]>([
    [
      'crossing sides',
      ring([0, 0], [1_000, 1_000], [1_000, 0], [0, 1_000]),
      [`${GEO}INVALID_GEOMETRY`],
      ['plot.crosses'],
    ],
    ['too few corners', ring([0, 0], [1_000, 0]), [`${GEO}INVALID_GEOMETRY`], ['plot.too_few_positions']],
    [
      'the same corner twice',
      ring([0, 0], [1_000, 0], [0, 0], [1_000, 1_000], [0, 1_000]),
      [`${GEO}INVALID_GEOMETRY`],
      ['plot.same_vertices'],
    ],
    [
      'a straight line',
      ring([0, 0], [1_000, 0], [2_000, 0]),
      [`${GEO}INVALID_GEOMETRY`, `${GEO}INVALID_GEOMETRY`],
      ['plot.sides_overlap', 'plot.no_land'],
    ],
    [
      'a latitude of 91 degrees',
      pointOf({ ...SOMEWHERE, latMicro: 91_000_000 }, 1),
      [`${GEO}LATITUDE_INVALID`],
      ['plot.latitude_outside'],
    ],
    [
      'a longitude of -181 degrees',
      pointOf({ ...SOMEWHERE, lonMicro: -181_000_000 }, 1),
      [`${GEO}LONGITUDE_INVALID`],
      ['plot.longitude_outside'],
    ],
    ['a point of 4.1 ha', pointOf(SOMEWHERE, 4.1), [`${GEO}AREA_INVALID`], ['plot.point_area']],
    ['a point without land', pointOf(SOMEWHERE, 0), [`${GEO}AREA_INVALID`], ['plot.point_area']],
  ])('%s, with lot and plot', (_what, content, codes, messages) => {
    const findings = preflight(filedContent(content), FACTS);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    expect(findings.map(({ message }) => message.code)).toEqual(messages);
    for (const finding of findings) {
      expect(finding).toMatchObject({
        severity: 'fault',
        lotId: 'LOT701',
        plot: 'Upper field',
        field: 'geometry',
        mend: 'outlinePlot',
      });
    }
  });

  it('names the place of a plot whose lot is not known', () => {
    const findings = preflight(filedContent(pointOf(SOMEWHERE, 5)), { ...FACTS, sourceOf: () => null });
    expect(findings).toMatchObject([{ lotId: null, plot: 'FARM1' }]);
  });

  it('of more than 25 MB', () => {
    const places = [{ ...filedPlace(0), productionPlace: 'x'.repeat(25 * 1024 * 1024) }];
    const content = filedContent(goods({ producers: [filedProducer(0, { places })] }));
    expect(preflight(content, FACTS)).toMatchObject([{ code: 'EUDR_MAXIMUM_GEO_SIZE_REACHED', mend: 'split' }]);
  });
});

describe('our own refusals', () => {
  it.each<[string, Partial<PreflightLot>, [string, string]]>([
    ['deforestation', { deforestationStatus: 'Deforestation Detected' }, [KEEPS_OUT.status.code, 'remove']],
    ['an alert to decide', { deforestationStatus: 'Under Investigation' }, [KEEPS_OUT.status.code, 'decideAlert']],
    ['a check to come', { deforestationStatus: 'Pending Review' }, [KEEPS_OUT.status.code, 'check']],
    ['no check', { satelliteAt: null }, [KEEPS_OUT.neverChecked.code, 'check']],
    [
      'a check older than 30 days',
      { satelliteAt: new Date('2026-03-01T11:59:59.999Z') },
      [KEEPS_OUT.oldCheck.code, 'check'],
    ],
    ['an origin without plot', { originsWithoutPlot: 1 }, [KEEPS_OUT.noPlot.code, 'outlinePlot']],
    [
      'a record that differs from the ledger',
      { matchesLedger: false },
      ['preflight.differs_from_ledger', 'inspectLot'],
    ],
  ])('name the lot: %s', (_what, changes, [message, mend]) => {
    const findings = preflight(filedContent(), { ...FACTS, lots: [LOT, { ...LOT, lotId: 'LOT702', ...changes }] });
    expect(findings).toMatchObject([
      { code: null, severity: 'fault', lotId: 'LOT702', message: { code: message }, mend },
    ]);
    expect(isFileable(findings)).toBe(false);
  });

  it('take no sample data, whatever is done about it', () => {
    const findings = preflight(filedContent(), { ...FACTS, sampleData: true });
    expect(findings).toMatchObject([
      { code: null, lotId: null, message: { code: 'preflight.sample_data' }, mend: null },
    ]);
  });
});

it('every part of a split statement can be filed', () => {
  const { parts, grouped } = splitStatement(filedContent(goods({ producers: filedProducers(10_001) })));
  const numbers = parts.map((_, i) => `26BE7XTVCZAQ2${i}`);
  const all = grouped === null ? parts : [...parts, withReferences(grouped, numbers)];
  expect(lotFindings(FACTS)).toEqual([]);
  for (const part of all) expect(preflight(part, FACTS)).toEqual([]);
}, 60_000);
