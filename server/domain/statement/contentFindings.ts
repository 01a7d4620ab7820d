import type { Message } from '../messages/message.ts';
import { PREFLIGHT } from '../messages/statementMessages.ts';
import { isCountryCode } from '../party/countryCodes.ts';
import { storedGeometryFaults } from '../plot/geometry/readPlot.ts';
import { isEuCountry } from './euCountries.ts';
import type { EudrCode } from './eudrCodes.ts';
import { geolocationBytes } from './geoJson.ts';
import { sizeMessage } from './geoJsonFaults.ts';
import { isCocoaHeading } from './hsHeadings.ts';
import type { PreflightFacts, PreflightFinding, StatementMend } from './preflightFinding.ts';
import { STATEMENT_LIMITS, type FiledCommodity, type FiledProducer, type StatementContent } from './statement.ts';
import { MOST_DEVIATION_PERCENT } from './statementInput.ts';

type ContentFacts = Pick<PreflightFacts, 'operator' | 'sourceOf'>;

/** Findings about what one statement says: one content of several, where it was split. */
export function contentFindings(content: StatementContent, facts: ContentFacts): PreflightFinding[] {
  return [
    ...operatorFindings(content, facts),
    ...fieldFindings(content),
    ...groupedFindings(content),
    ...countFindings(content),
    ...content.commodities.flatMap((commodity, i) => [
      ...commodityFindings(content, commodity, i + 1),
      ...commodity.producers.flatMap((producer) => producerFindings(producer, facts)),
    ]),
  ];
}

/** A fault of a field of the statement. */
function fieldFault(
  code: EudrCode | null,
  field: string,
  message: Message,
  mend: StatementMend | null = 'editStatement',
): PreflightFinding {
  return { code, severity: 'fault', lotId: null, plot: null, field, message, mend };
}

function operatorFindings(
  { operatorRole, representedOperator, activityType }: StatementContent,
  { operator }: ContentFacts,
): PreflightFinding[] {
  const field = 'representedOperator';
  const isRepresentative = operatorRole === 'REPRESENTATIVE_OPERATOR';
  if (isRepresentative && representedOperator === null) {
    return [fieldFault('EUDR_BEHALF_OPERATOR_NOT_PROVIDED', field, PREFLIGHT.representedMissing({}))];
  }
  const findings: PreflightFinding[] = [];
  if (!isRepresentative && representedOperator !== null) {
    findings.push(fieldFault(null, field, PREFLIGHT.representedUnwanted({})));
  }
  const represented = isRepresentative ? representedOperator : null;
  if (represented !== null && !hasAddress(represented.address)) {
    const code = 'EUDR_BEHALF_OPERATOR_CITY_POSTALCODE_EMPTY_OR_INVALID';
    findings.push(fieldFault(code, field, PREFLIGHT.representedAddress({})));
  }
  const mend = represented === null ? 'editOperator' : 'editStatement';
  const country = represented === null ? (operator?.country ?? null) : represented.address.country;
  const eori = represented === null ? (operator?.eori ?? null) : represented.eori;
  if (country !== null && !isEuCountry(country) && activityType !== 'IMPORT') {
    const message = PREFLIGHT.importOnly({ activity: activityType, country });
    findings.push(fieldFault('EUDR_ACTIVITY_TYPE_NOT_ALLOWED_FOR_NON_EU_OPERATOR', 'activityType', message));
  }
  if (activityType === 'DOMESTIC' || (eori !== null && isEuCountry(eori.slice(0, 2)))) return findings;
  const message =
    eori === null
      ? PREFLIGHT.eoriMissing({ activity: activityType })
      : PREFLIGHT.eoriNotEu({ activity: activityType, eori });
  return [...findings, fieldFault('EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING', 'eori', message, mend)];
}

function hasAddress({ street, postalCode, city }: { street: string; postalCode: string; city: string }): boolean {
  return [street, postalCode, city].every((part) => part.trim() !== '');
}

/** Fields that the EU's schema bounds. */
function fieldFindings(content: StatementContent): PreflightFinding[] {
  const findings: PreflightFinding[] = [];
  for (const field of ['countryOfActivity', 'borderCrossCountry'] as const) {
    const country = content[field];
    if (country !== null && !isEuCountry(country)) {
      findings.push(fieldFault(null, field, PREFLIGHT.euCountry({ country })));
    }
  }
  const most =
    content.kind === 'simplified'
      ? STATEMENT_LIMITS.simplifiedReferenceLength
      : STATEMENT_LIMITS.internalReferenceLength;
  const { internalReference, comment } = content;
  const bounded = [
    { field: 'internalReference', text: internalReference, most, isRequired: true },
    { field: 'comment', text: comment ?? '', most: STATEMENT_LIMITS.commentLength, isRequired: false },
    ...content.commodities.slice(0, STATEMENT_LIMITS.commodities).map(({ descriptionOfGoods }) => ({
      field: 'descriptionOfGoods',
      text: descriptionOfGoods,
      most: STATEMENT_LIMITS.descriptionLength,
      isRequired: true,
    })),
  ];
  for (const { field, text, most: longest, isRequired } of bounded) {
    if (isRequired && text.trim() === '') findings.push(fieldFault(null, field, PREFLIGHT.fieldEmpty({ field })));
    if (lengthOf(text) > longest) {
      findings.push(fieldFault(null, field, PREFLIGHT.fieldTooLong({ field, most: longest })));
    }
  }
  return findings;
}

/** Characters as XML Schema counts them. */
const lengthOf = (text: string): number => Array.from(text).length;

function groupedFindings({ kind, groupedDeclarations }: StatementContent): PreflightFinding[] {
  const field = 'groupedDeclarations';
  const most = STATEMENT_LIMITS.groupedDeclarations;
  const findings: PreflightFinding[] = [];
  if (kind === 'grouped' && groupedDeclarations.length === 0) {
    findings.push(fieldFault('EUDR_REFERENCED_STATEMENT_NOT_FOUND', field, PREFLIGHT.noGrouped({})));
  }
  if (groupedDeclarations.length > most) {
    const message = PREFLIGHT.manyGrouped({ statements: groupedDeclarations.length, most });
    findings.push(fieldFault('EUDR_MAXIMUM_REFERENCED_DDS_REACHED', field, message));
  }
  const characters = STATEMENT_LIMITS.referenceNumberLength;
  for (const number of groupedDeclarations) {
    if (/^[A-Z0-9]{14}$/.test(number)) continue;
    const message = PREFLIGHT.groupedNumber({ number: number.slice(0, 40), characters });
    findings.push(fieldFault('EUDR_REFERENCED_STATEMENT_NOT_FOUND', field, message));
  }
  return findings;
}

function countFindings({ commodities }: StatementContent): PreflightFinding[] {
  const findings: PreflightFinding[] = [];
  const split = (code: EudrCode | null, field: string, message: Message) =>
    findings.push(fieldFault(code, field, message, 'split'));
  const {
    commodities: lines,
    producersOfCommodity,
    producers: mostProducers,
    geolocationBytes: bytes,
  } = STATEMENT_LIMITS;
  if (commodities.length === 0) findings.push(fieldFault(null, 'commodities', PREFLIGHT.noCommodity({})));
  if (commodities.length > lines) {
    split(null, 'commodities', PREFLIGHT.manyCommodities({ commodities: commodities.length, most: lines }));
  }
  for (const [i, { producers }] of commodities.entries()) {
    if (producers.length <= producersOfCommodity) continue;
    const counts = { commodity: i + 1, producers: producers.length, most: producersOfCommodity };
    split(null, 'producers', PREFLIGHT.manyProducersOfCommodity(counts));
  }
  const all = commodities.flatMap(({ producers }) => producers);
  if (all.length > mostProducers) {
    split(null, 'producers', PREFLIGHT.manyProducers({ producers: all.length, most: mostProducers }));
  }
  const size = all.reduce((sum, producer) => sum + geolocationBytes(producer), 0);
  if (size > bytes) split('EUDR_MAXIMUM_GEO_SIZE_REACHED', 'producers', sizeMessage(size));
  return findings;
}

function commodityFindings(
  { activityType, groupedDeclarations }: StatementContent,
  { hsHeading, netGrams, deviationPercent, producers }: FiledCommodity,
  commodity: number,
): PreflightFinding[] {
  const findings: PreflightFinding[] = [];
  const isDomestic = activityType === 'DOMESTIC';
  if (!isCocoaHeading(hsHeading)) {
    const message = PREFLIGHT.hsHeading({ commodity, heading: hsHeading });
    findings.push(fieldFault('EUDR_COMMODITIES_HS_CODE_INVALID', 'hsHeading', message));
  }
  if (!(netGrams > 0)) {
    const code = isDomestic
      ? 'EUDR_COMMODITIES_DESCRIPTOR_QUANTITY_MISSING'
      : 'EUDR_COMMODITIES_DESCRIPTOR_NET_MASS_EMPTY';
    findings.push(fieldFault(code, 'netWeight', PREFLIGHT.netMassMissing({ commodity })));
  }
  const deviation = deviationFault(activityType, deviationPercent, commodity);
  if (deviation !== null) findings.push(deviation);
  if (producers.length === 0 && groupedDeclarations.length === 0) {
    const message = PREFLIGHT.noProducer({ commodity });
    findings.push(fieldFault('EUDR_COMMODITIES_PRODUCER_GEO_EMPTY', 'producers', message, 'outlinePlot'));
  }
  return findings;
}

function deviationFault(
  activity: StatementContent['activityType'],
  percent: number | null,
  commodity: number,
): PreflightFinding | null {
  const field = 'deviationPercent';
  if (activity !== 'DOMESTIC') {
    const code = 'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_NOT_ALLOWED';
    return percent === null ? null : fieldFault(code, field, PREFLIGHT.deviationUnwanted({ commodity, activity }));
  }
  if (percent === null) {
    const code = 'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_MISSING';
    return fieldFault(code, field, PREFLIGHT.deviationMissing({ commodity }));
  }
  if (percent >= 0 && percent <= MOST_DEVIATION_PERCENT) return null;
  const message = PREFLIGHT.deviationRange({ commodity, most: MOST_DEVIATION_PERCENT });
  return fieldFault('EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_INVALID', field, message);
}

function producerFindings(producer: FiledProducer, { sourceOf }: ContentFacts): PreflightFinding[] {
  const { name, country, places } = producer;
  const findings: PreflightFinding[] = [];
  const add = (
    found: Pick<PreflightFinding, 'code' | 'field' | 'message' | 'mend'>,
    place: FiledProducer['places'][number] | null = places[0] ?? null,
    severity: PreflightFinding['severity'] = 'fault',
  ) => {
    const source = sourceOf(producer, place);
    const plot = source?.plot ?? place?.productionPlace ?? null;
    findings.push({ ...found, severity, lotId: source?.lotId ?? null, plot });
  };
  if (name.trim() === '') {
    const message = PREFLIGHT.producerUnnamed({});
    add({ code: null, field: 'producerName', message, mend: 'editProducer' }, undefined, 'warning');
  }
  if (lengthOf(name) > STATEMENT_LIMITS.producerNameLength) {
    const message = PREFLIGHT.producerName({ most: STATEMENT_LIMITS.producerNameLength });
    add({ code: null, field: 'producerName', message, mend: 'editProducer' });
  }
  if (!isCountryCode(country)) {
    const message = country === '' ? PREFLIGHT.producerNoCountry({}) : PREFLIGHT.producerCountry({ country });
    const code = 'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID';
    add({ code, field: 'producerCountry', message, mend: 'outlinePlot' });
  }
  if (places.length === 0) {
    const message = PREFLIGHT.producerWithoutPlace({});
    add({ code: 'EUDR_COMMODITIES_PRODUCER_GEO_EMPTY', field: 'geometry', message, mend: 'outlinePlot' });
  }
  for (const place of places) {
    for (const { said, eu } of storedGeometryFaults(place.geometry)) {
      add({ code: eu, field: 'geometry', message: said, mend: 'outlinePlot' }, place);
    }
  }
  return findings;
}
