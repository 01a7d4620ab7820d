import { ringArea } from '../../server/domain/plot/geometry/area.ts';
import type {
  FiledCommodity,
  FiledPlace,
  FiledProducer,
  StatementContent,
} from '../../server/domain/statement/statement.ts';

/** A plot of a quarter of a square kilometer, one beside the other. @param i from 0 */
export function filedPlace(i = 0, corners = 4): FiledPlace {
  const [latMicro, lonMicro] = [-5_200_000 + Math.floor(i / 100) * 3_000, 145_000_000 + (i % 100) * 3_000];
  const ring = Array.from({ length: corners }, (_, k) => {
    const turn = (2 * Math.PI * k) / corners;
    return {
      latMicro: latMicro + Math.round(1_000 * Math.sin(turn)),
      lonMicro: lonMicro + Math.round(1_000 * Math.cos(turn)),
    };
  });
  return { productionPlace: `FARM${i + 1}`, geometry: { kind: 'polygon', ring }, areaHa: ringArea(ring) };
}

/** A producer with one plot. @param i from 0 */
export function filedProducer(i = 0, changes: Partial<FiledProducer> = {}): FiledProducer {
  return { country: 'PG', name: `Producer ${i + 1}`, places: [filedPlace(i)], ...changes };
}

export function filedProducers(count: number): FiledProducer[] {
  return Array.from({ length: count }, (_, i) => filedProducer(i));
}

export function filedCommodity(changes: Partial<FiledCommodity> = {}): FiledCommodity {
  return {
    descriptionOfGoods: 'Cocoa beans, whole or broken, raw or roasted',
    hsHeading: '1801',
    netGrams: 12_500_000,
    deviationPercent: null,
    producers: [filedProducer(0), filedProducer(1)],
    ...changes,
  };
}

/** A statement that can be filed as it is. */
export function filedContent(changes: Partial<StatementContent> = {}): StatementContent {
  return {
    kind: 'due_diligence',
    operatorRole: 'OPERATOR',
    internalReference: 'C-2026-014',
    activityType: 'IMPORT',
    representedOperator: null,
    countryOfActivity: 'DE',
    borderCrossCountry: 'NL',
    comment: null,
    geolocationConfidential: false,
    commodities: [filedCommodity()],
    groupedDeclarations: [],
    ...changes,
  };
}

/** An operator that a representative files for. */
export const REPRESENTED = {
  name: 'Schokolade & Söhne <GmbH>',
  address: { country: 'DE', street: 'Speicherstadt 1', postalCode: '20457', city: 'Hamburg' },
  eori: 'DE123456789012345',
  email: 'import@example.com',
};
