import { escapeText } from './soapFault.ts';
import type { StoredStatement } from './statementStore.ts';

const COMMON = 'http://ec.europa.eu/tracesnt/certificate/eudr/common/v3';

/** An envelope as the service writes it, with its own prefixes. */
export function envelope(body: string): string {
  return `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`;
}

/** An answer's element with texts, or with elements that are written already. */
export function answer(
  name: string,
  namespace: string,
  fields: readonly (readonly [name: string, text: string | null])[],
  inner = '',
): string {
  const written = fields.map(([field, text]) =>
    text === null ? '' : `<ns5:${field}>${escapeText(text)}</ns5:${field}>`,
  );
  return `<ns5:${name} xmlns:ns5="${namespace}" xmlns:ns3="${COMMON}">${written.join('')}${inner}</ns5:${name}>`;
}

/** One statement in the answer of a question. */
export function overview(element: string, stored: StoredStatement): string {
  const fields: [string, string | null][] = [
    ['uuid', stored.uuid],
    ['internalReferenceNumber', stored.internalReference],
    ['referenceNumber', stored.referenceNumber],
    ['verificationNumber', stored.verificationNumber],
    ['status', stored.status],
    ['rejectionReason', stored.rejectionReason],
    ['date', new Date(stored.changedAt).toISOString()],
    ['updatedBy', 'Web Service'],
    ['version', String(stored.version)],
  ];
  const written = fields.map(([name, text]) => (text === null ? '' : `<ns3:${name}>${escapeText(text)}</ns3:${name}>`));
  return `<ns5:${element}>${written.join('')}</ns5:${element}>`;
}
