import { base64Text, typeOneGeoJson } from '../geoJson.ts';
import type { FiledCommodity, FiledProducer, RepresentedOperator, StatementContent } from '../statement.ts';
import { EUDR_NAMESPACES, EUDR_OPERATIONS, type EudrOperation, type EudrService } from './operations.ts';
import { writeXml, xmlElement, type XmlElement } from './xml.ts';

/*
 * Bodies of API V3 of the EU Information System: the element inside `soapenv:Body`. Names, order and optional fields
 * are those of the schemas beside the driver (server/adapters/registry-traces).
 */

/** The two numbers of a statement that was taken over. */
export interface StatementNumbers {
  referenceNumber: string;
  verificationNumber: string;
}

/** The body that submits a statement of any kind. */
export function submissionBody(content: StatementContent): string {
  return content.kind === 'simplified' ? submitSdBody(content) : submitDdsBody(content);
}

/** The body that replaces the content of a statement of any kind. @param uuid of that statement */
export function amendmentBody(uuid: string, content: StatementContent): string {
  return content.kind === 'simplified' ? updateSdBody(uuid, content) : amendDdsBody(uuid, content);
}

/** @param content of kind due diligence or grouped */
export function submitDdsBody(content: StatementContent): string {
  return body('submitDds', [xmlElement('dds:operatorRole', content.operatorRole), ddsStatement(content)]);
}

/** @param uuid of the statement whose content is replaced; its reference number stays */
export function amendDdsBody(uuid: string, content: StatementContent): string {
  return body('amendDds', [xmlElement('dds:uuid', uuid), ddsStatement(content)]);
}

export function withdrawDdsBody(uuid: string): string {
  return body('withdrawDds', [xmlElement('dds:uuid', uuid)]);
}

/** @param uuids 1 to 100 */
export function getDdsBody(uuids: readonly string[]): string {
  return body(
    'getDds',
    uuids.map((uuid) => xmlElement('dds:uuidList', uuid)),
  );
}

export function getDdsByInternalReferenceBody(internalReference: string): string {
  return body('getDdsByInternalReference', [xmlElement('dds:internalReference', internalReference)]);
}

export function getDdsByIdentifiersBody(numbers: StatementNumbers): string {
  return body('getDdsByIdentifiers', [
    xmlElement('dds:referenceAndVerificationNumber', bothNumbers('common', numbers)),
  ]);
}

/** Operators of simplified declarations have role names of their own. */
const SD_ROLES = { OPERATOR: 'MICRO_OPERATOR', REPRESENTATIVE_OPERATOR: 'REPRESENTATIVE_MSPO' } as const;

/** @param content of kind simplified */
export function submitSdBody(content: StatementContent): string {
  return body('submitSd', [xmlElement('sd:operatorRole', SD_ROLES[content.operatorRole]), sdStatement(content)]);
}

/** @param uuid the identifier that `submitSd` answered */
export function updateSdBody(uuid: string, content: StatementContent): string {
  return body('updateSd', [xmlElement('sd:sdIdentifier', uuid), sdStatement(content)]);
}

/** @param uuid the identifier that `submitSd` answered */
export function withdrawSdBody(uuid: string): string {
  return body('withdrawSd', [xmlElement('sd:sdIdentifier', uuid)]);
}

/** The newest version of each. @param uuids 1 to 100 identifiers that `submitSd` answered */
export function getSdBody(uuids: readonly string[]): string {
  return body(
    'getSd',
    uuids.map((uuid) => xmlElement('sd:uuidAndVersionNumberList', [xmlElement('common:uuid', uuid)])),
  );
}

export function getSdByInternalReferenceBody(internalReference: string): string {
  return body('getSdByInternalReference', [xmlElement('sd:internalReference', internalReference)]);
}

export function getSdByIdentifiersBody(numbers: StatementNumbers): string {
  return body('getSdByIdentifiers', [xmlElement('sd:referenceAndVerificationNumber', bothNumbers('common', numbers))]);
}

export function verifyDeclarationBody(numbers: StatementNumbers): string {
  return body('verifyDeclaration', bothNumbers('verify', numbers));
}

function body(operation: EudrOperation, content: readonly (XmlElement | null)[]): string {
  const { service, request } = EUDR_OPERATIONS[operation];
  const root = { name: `${service}:${request}`, content: content.filter((one) => one !== null) };
  return writeXml(root, { [service]: EUDR_NAMESPACES[service], common: EUDR_NAMESPACES.common });
}

function bothNumbers(
  prefix: 'common' | 'verify',
  { referenceNumber, verificationNumber }: StatementNumbers,
): (XmlElement | null)[] {
  return [
    xmlElement(`${prefix}:referenceNumber`, referenceNumber),
    xmlElement(`${prefix}:verificationNumber`, verificationNumber),
  ];
}

function ddsStatement(content: StatementContent): XmlElement | null {
  return statementElement('dds', content, ({ country, name, places }, i) =>
    xmlElement('dds:producers', [
      xmlElement('dds:position', String(i + 1)),
      xmlElement('dds:country', country),
      xmlElement('dds:name', textOrNull(name)),
      xmlElement('dds:geometryGeojson', base64Text(typeOneGeoJson({ country, places }))),
    ]),
  );
}

function sdStatement(content: StatementContent): XmlElement | null {
  return statementElement('sd', content, ({ country, name, places }, i) =>
    xmlElement('sd:producers', [
      xmlElement('sd:producerPosition', String(i + 1)),
      xmlElement('sd:producerCountry', country),
      xmlElement('sd:producerName', textOrNull(name)),
      xmlElement('sd:producerLocation', [
        xmlElement('sd:geometryGeojson', base64Text(typeOneGeoJson({ country, places }))),
      ]),
    ]),
  );
}

type ProducerElement = (producer: FiledProducer, i: number) => XmlElement | null;

function statementElement(
  prefix: Exclude<EudrService, 'verify'>,
  content: StatementContent,
  producer: ProducerElement,
): XmlElement | null {
  return xmlElement(`${prefix}:statement`, [
    xmlElement(`${prefix}:internalReferenceNumber`, content.internalReference),
    xmlElement(`${prefix}:activityType`, content.activityType),
    representedOperator(prefix, content.representedOperator),
    xmlElement(`${prefix}:countryOfActivity`, content.countryOfActivity),
    xmlElement(`${prefix}:borderCrossCountry`, content.borderCrossCountry),
    xmlElement(`${prefix}:comment`, content.comment),
    ...content.commodities.map((commodity, i) => commodityElement(prefix, commodity, i, producer)),
    xmlElement(`${prefix}:geoLocationConfidential`, String(content.geolocationConfidential)),
    ...content.groupedDeclarations.map((number) =>
      xmlElement(`${prefix}:groupedDeclarations`, [xmlElement('common:groupedDeclaration', number)]),
    ),
  ]);
}

function representedOperator(prefix: EudrService, operator: RepresentedOperator | null): XmlElement | null {
  if (operator === null) return null;
  const { name, address, eori, email } = operator;
  const eoriNumber = [xmlElement('common:identifierType', 'eori'), xmlElement('common:identifierValue', eori)];
  return xmlElement(`${prefix}:representedOperator`, [
    xmlElement('common:operatorReferenceNumber', eori === null ? null : eoriNumber),
    xmlElement('common:operatorAddress', [
      xmlElement('common:country', address.country),
      xmlElement('common:street', address.street),
      xmlElement('common:postalCode', address.postalCode),
      xmlElement('common:city', address.city),
    ]),
    xmlElement('common:operatorEmail', email),
    xmlElement('common:operatorName', name),
  ]);
}

function commodityElement(
  prefix: EudrService,
  { descriptionOfGoods, hsHeading, netGrams, deviationPercent, producers }: FiledCommodity,
  i: number,
  producer: ProducerElement,
): XmlElement | null {
  const deviation = deviationPercent === null ? null : String(deviationPercent);
  return xmlElement(`${prefix}:commodities`, [
    xmlElement(`${prefix}:position`, String(i + 1)),
    xmlElement(`${prefix}:descriptors`, [
      xmlElement('common:descriptionOfGoods', descriptionOfGoods),
      xmlElement('common:goodsMeasure', [
        xmlElement('common:percentageEstimationOrDeviation', deviation),
        xmlElement('common:netWeight', kgText(netGrams)),
      ]),
    ]),
    xmlElement(`${prefix}:hsHeading`, hsHeading),
    ...producers.map(producer),
  ]);
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** Grams as kg with three decimals. */
function kgText(grams: number): string {
  return (grams / 1_000).toFixed(3);
}
