/** Namespaces of API V3 of the EU Information System (its WSDL of release 8.2.1). */
export const EUDR_NAMESPACES = {
  dds: 'http://ec.europa.eu/tracesnt/certificate/eudr/due-diligence-statement/v3',
  sd: 'http://ec.europa.eu/tracesnt/certificate/eudr/simplified-declaration/v3',
  verify: 'http://ec.europa.eu/tracesnt/certificate/eudr/verify-declaration/v3',
  common: 'http://ec.europa.eu/tracesnt/certificate/eudr/common/v3',
  error: 'http://ec.europa.eu/sanco/tracesnt/error/v01',
  base: 'http://ec.europa.eu/sanco/tracesnt/base/v4',
} as const;

/** Services of API V3, as the last part of their address below `/ws/`. */
export const EUDR_SERVICES = {
  dds: 'EUDRDueDiligenceStatementServiceV3',
  sd: 'EUDRSimplifiedDeclarationServiceV3',
  verify: 'EUDRVerifyDeclarationServiceV3',
} as const;
export type EudrService = keyof typeof EUDR_SERVICES;

/** How an operation is called. */
export interface EudrOperationCall {
  service: EudrService;
  soapAction: string;
  /** local name of the body's element, in the namespace of the service */
  request: string;
  /** the same of the answer */
  response: string;
}

function call(
  service: EudrService,
  operation: string,
  soapAction: string = `${EUDR_NAMESPACES[service]}/${operation}`,
): EudrOperationCall {
  const element = operation.charAt(0).toUpperCase() + operation.slice(1);
  return {
    service,
    soapAction,
    request: `${element}Request`,
    response: `${element}Response`,
  };
}

/** In the WSDL the actions of `getSd*` have the namespace of statements, and that of `verifyDeclaration` its own. */
const VERIFY_ACTION = 'http://ec.europa.eu/tracesnt/certificate/eudr/verification/v3/verify-declaration';
const getSdAction = (operation: string): string => `${EUDR_NAMESPACES.dds}/${operation}`;

/** Every operation of API V3. */
export const EUDR_OPERATIONS = {
  submitDds: call('dds', 'submitDds'),
  amendDds: call('dds', 'amendDds'),
  withdrawDds: call('dds', 'withdrawDds'),
  getDds: call('dds', 'getDds'),
  getDdsByInternalReference: call('dds', 'getDdsByInternalReference'),
  getDdsByIdentifiers: call('dds', 'getDdsByIdentifiers'),
  submitSd: call('sd', 'submitSd'),
  updateSd: call('sd', 'updateSd'),
  withdrawSd: call('sd', 'withdrawSd'),
  getSd: call('sd', 'getSd', getSdAction('getSd')),
  getSdByInternalReference: call('sd', 'getSdByInternalReference', getSdAction('getSdByInternalReference')),
  getSdByIdentifiers: call('sd', 'getSdByIdentifiers', getSdAction('getSdByIdentifiers')),
  verifyDeclaration: call('verify', 'verifyDeclaration', VERIFY_ACTION),
} as const;
export type EudrOperation = keyof typeof EUDR_OPERATIONS;
