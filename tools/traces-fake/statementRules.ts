import type { XmlElement } from '@rgrove/parse-xml';
import { geometryFindings } from './geometryRules.ts';
import type { RuleError } from './soapFault.ts';
import { childNamed, childrenNamed, textNamed } from './soapRequest.ts';

/** The operator whose web service user calls, as the EU Information System knows it. */
export interface KnownOperator {
  /** registered as an operator */
  isOperator: boolean;
  hasEori: boolean;
  isInEu: boolean;
  /** registered as a micro or small primary operator */
  maySimplify: boolean;
  /** the user belongs to more operators than one */
  isOfManyOperators: boolean;
}

/** A statement as it came, without its geometry. */
export interface ReadStatement {
  internalReference: string;
  activityType: string;
  groupedDeclarations: string[];
}

const MOST_GEO_BYTES = 25 * 1024 * 1024;
const MOST_PRODUCERS = 10_000;
const MOST_REFERENCES = 2_000;

/** Headings of Annex I of Regulation (EU) 2023/1115, by their first four digits. */
const ANNEX_ONE = new Set(
  (
    '0102 0201 0202 0206 1602 4101 4104 4107 1801 1802 1803 1804 1805 1806 0901 1207 1511 1513 2306 2905 2915 2916 3823 ' +
    '4001 4005 4006 4007 4008 4010 4011 4012 4013 4015 4016 4017 1201 1208 1507 2304 4401 4402 4403 4404 4405 4406 4407 ' +
    '4408 4409 4410 4411 4412 4413 4414 4415 4416 4417 4418 4419 4420 4421 4701 4702 4703 4704 4705 9401 9403 9406'
  ).split(' '),
);

const error = (id: string, message: string, field: string): RuleError => ({ id, message, field });

/** The parts of a `statement` element that the service keeps beside its XML. */
export function readStatement(statement: XmlElement): ReadStatement {
  return {
    internalReference: textNamed(statement, 'internalReferenceNumber') ?? '',
    activityType: textNamed(statement, 'activityType') ?? '',
    groupedDeclarations: childrenNamed(statement, 'groupedDeclarations').map(
      (one) => textNamed(one, 'groupedDeclaration') ?? '',
    ),
  };
}

/** What a caller may not do at all, whatever the statement says. */
export function callerErrors(operator: KnownOperator, isSimplified: boolean): RuleError[] {
  if (!operator.isOperator) {
    return [error('EUDR_WEBSERVICE_USER_NOT_EUDR_OPERATOR', 'The user is no operator.', '')];
  }
  if (operator.isOfManyOperators) {
    return [error('EUDR_WEBSERVICE_USER_FROM_MANY_OPERATOR', 'The user belongs to many operators.', '')];
  }
  if (isSimplified && !operator.maySimplify) {
    return [error('EUDR_WEBSERVICE_USER_ACTIVITY_NOT_ALLOWED', 'The user has not this role.', 'operatorRole')];
  }
  return [];
}

/** The business rules of a `statement` element. @param role in which it is submitted; empty for an amendment */
export function statementErrors(statement: XmlElement, operator: KnownOperator, role: string): RuleError[] {
  const { activityType, groupedDeclarations } = readStatement(statement);
  const commodities = childrenNamed(statement, 'commodities');
  const isGrouping = groupedDeclarations.length > 0;
  const geometry = { bytes: 0, producers: 0 };
  const errors = [
    ...operatorErrors(statement, activityType, operator, role),
    ...commodities.flatMap((commodity, i) => [
      ...descriptorErrors(commodity, activityType, `commodities[${i}]`),
      ...producerErrors(commodity, { isGrouping, geometry, field: `commodities[${i}]` }),
    ]),
  ];
  if (geometry.bytes > MOST_GEO_BYTES) {
    errors.push(error('EUDR_MAXIMUM_GEO_SIZE_REACHED', 'The maximum DDS file size has been exceeded.', 'commodities'));
  }
  // The documents name a limit and no code of its own.
  if (geometry.producers > MOST_PRODUCERS) {
    errors.push(error('EUDR_MAXIMUM_GEO_SIZE_REACHED', 'More than 10000 producers.', 'commodities'));
  }
  if (groupedDeclarations.length > MOST_REFERENCES) {
    errors.push(error('EUDR_MAXIMUM_REFERENCED_DDS_REACHED', 'Too many referenced DDS.', 'groupedDeclarations'));
  }
  return errors;
}

function operatorErrors(
  statement: XmlElement,
  activityType: string,
  operator: KnownOperator,
  role: string,
): RuleError[] {
  const represented = childNamed(statement, 'representedOperator');
  if (represented === null && role.startsWith('REPRESENTATIVE')) {
    return [error('EUDR_BEHALF_OPERATOR_NOT_PROVIDED', 'The represented operator is missing.', 'representedOperator')];
  }
  const number = childNamed(represented, 'operatorReferenceNumber');
  const hasEori =
    represented === null ? operator.hasEori : textNamed(number, 'identifierType') === 'eori' && number !== null;
  const errors: RuleError[] = [];
  if (activityType !== 'DOMESTIC' && !hasEori) {
    errors.push(error('EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING', 'The EORI number is missing.', 'activityType'));
  }
  if (activityType !== 'IMPORT' && !operator.isInEu) {
    const message = 'Operators outside of the EU can only import.';
    errors.push(error('EUDR_ACTIVITY_TYPE_NOT_ALLOWED_FOR_NON_EU_OPERATOR', message, 'activityType'));
  }
  return errors;
}

function descriptorErrors(commodity: XmlElement, activityType: string, field: string): RuleError[] {
  const measure = childNamed(childNamed(commodity, 'descriptors'), 'goodsMeasure');
  const netWeight = Number(textNamed(measure, 'netWeight') ?? 0);
  const percent = textNamed(measure, 'percentageEstimationOrDeviation');
  const unit = textNamed(measure, 'supplementaryUnit');
  const qualifier = textNamed(measure, 'supplementaryUnitQualifier');
  const errors: RuleError[] = [];
  const add = (name: string, message: string): void => {
    errors.push(error(`EUDR_COMMODITIES_${name}`, message, field));
  };
  if (!ANNEX_ONE.has((textNamed(commodity, 'hsHeading') ?? '').slice(0, 4))) {
    add('HS_CODE_INVALID', 'The HS code is invalid.');
  }
  if ((unit === null) !== (qualifier === null)) {
    add(`DESCRIPTOR_${unit === null ? 'NUMBER_OF_UNITS' : 'SUPPLEMENTARY_UNIT'}_MISSING`, 'One of both is missing.');
  }
  if (activityType === 'DOMESTIC') {
    if (netWeight <= 0 && unit === null) add('DESCRIPTOR_QUANTITY_MISSING', 'At least one quantity must be provided.');
    if (netWeight > 0 && percent === null && unit === null) {
      add('DESCRIPTOR_PERCENTAGE_ESTIMATION_MISSING', 'The percentage is mandatory for Domestic activities.');
    }
    if (percent !== null && !(Number(percent) >= 0 && Number(percent) <= 50)) {
      add('DESCRIPTOR_PERCENTAGE_ESTIMATION_INVALID', 'The percentage is lower than 0 or higher than 50.');
    }
    return errors;
  }
  if (netWeight <= 0) add('DESCRIPTOR_NET_MASS_EMPTY', 'The net mass is mandatory for IMPORT or EXPORT activity.');
  if (percent !== null) add('DESCRIPTOR_PERCENTAGE_ESTIMATION_NOT_ALLOWED', 'No percentage for Import/Export.');
  return errors;
}

interface ProducerContext {
  isGrouping: boolean;
  /** sums over the statement */
  geometry: { bytes: number; producers: number };
  field: string;
}

function producerErrors(commodity: XmlElement, { isGrouping, geometry, field }: ProducerContext): RuleError[] {
  const producers = childrenNamed(commodity, 'producers');
  geometry.producers += producers.length;
  if (producers.length === 0 && !isGrouping) {
    return [error('EUDR_COMMODITIES_PRODUCERS_EMPTY', 'No producers were provided.', field)];
  }
  return producers.flatMap((producer, i) => {
    const place = `${field}.producers[${i}]`;
    const country = textNamed(producer, 'country') ?? textNamed(producer, 'producerCountry') ?? '';
    const location = childNamed(producer, 'producerLocation');
    const geo = textNamed(location ?? producer, 'geometryGeojson');
    const errors = isCountry(country)
      ? []
      : [error('EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID', 'The ISO 2 country code is invalid.', place)];
    // Simplified declarations may name an address or a cadastral number instead.
    if (geo === null && location !== null) return errors;
    if (geo === null || geo === '') {
      if (!isGrouping) errors.push(error('EUDR_COMMODITIES_PRODUCER_GEO_EMPTY', 'No geolocation was provided.', place));
      return errors;
    }
    const bytes = Buffer.from(geo, 'base64');
    geometry.bytes += bytes.length;
    // Who is over the size is told so, and nothing else.
    if (geometry.bytes > MOST_GEO_BYTES) return errors;
    return [...errors, ...geometryFindings(bytes).map(({ code, message }) => error(code, message, place))];
  });
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

function isCountry(code: string): boolean {
  const upper = code.toUpperCase();
  return /^[A-Z]{2}$/.test(upper) && !NO_COUNTRIES.has(upper) && regions.of(upper) !== undefined;
}
