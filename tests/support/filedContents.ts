import type { FiledProducer, StatementContent } from '../../server/domain/statement/statement.ts';

/** A producer with square plots beside each other. @param number tells producers apart, and places them */
export function filedProducer(number: number, { plots = 1, country = 'GH' } = {}): FiledProducer {
  const lonMicro = -1_600_000 + (number % 1_000) * 4_000;
  const latMicro = 6_700_000 + Math.floor(number / 1_000) * 10_000;
  return {
    country,
    name: `Producer ${number} & Söhne`,
    places: Array.from({ length: plots }, (_, i) => {
      const [south, west] = [latMicro + i * 2_000, lonMicro];
      return {
        productionPlace: `FARM-${number}-${i + 1}`,
        areaHa: 1.2,
        geometry: {
          kind: 'polygon',
          ring: [
            { latMicro: south, lonMicro: west },
            { latMicro: south, lonMicro: west + 1_000 },
            { latMicro: south + 1_000, lonMicro: west + 1_000 },
            { latMicro: south + 1_000, lonMicro: west },
          ],
        },
      };
    }),
  };
}

/** A statement of due diligence that the EU Information System takes. */
export function filedContent(changes: Partial<StatementContent> = {}): StatementContent {
  return {
    kind: 'due_diligence',
    operatorRole: 'OPERATOR',
    internalReference: 'CONS-2026-0001-1',
    activityType: 'IMPORT',
    representedOperator: null,
    countryOfActivity: 'BE',
    borderCrossCountry: 'BE',
    comment: null,
    geolocationConfidential: false,
    commodities: [
      {
        descriptionOfGoods: 'Cocoa beans <fermented> & dried',
        hsHeading: '1801',
        netGrams: 12_345_678,
        deviationPercent: null,
        producers: [filedProducer(1, { plots: 2 }), filedProducer(2)],
      },
    ],
    groupedDeclarations: [],
    ...changes,
  };
}
