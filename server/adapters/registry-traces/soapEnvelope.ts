import { createHash } from 'node:crypto';
import { escapeXml } from '../../domain/statement/v3/xml.ts';
import { EUDR_NAMESPACES } from '../../domain/statement/v3/operations.ts';

/** Who calls the EU Information System, from the profile of its web service user. */
export interface SoapCredentials {
  username: string;
  /** authentication key; it never leaves this process */
  key: string;
  clientId: string;
}

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A request is valid for as long as the EU Information System allows: an upload of 35 MB takes a while. */
const VALID_MS = 5 * 60_000;

/**
 * `PasswordDigest` of WS-Security UsernameToken 1.0: Base64(SHA-1(nonce + created + key)).
 * @param nonce raw bytes, not their base64
 * @param created as in the header
 */
export function passwordDigest(nonce: Buffer, created: string, key: string): string {
  return createHash('sha1').update(nonce).update(created, 'utf8').update(key, 'utf8').digest('base64');
}

/**
 * A SOAP 1.1 envelope with timestamp, user name token and client id (API reference V3, section 3.6).
 * @param body XML of the request's element, UTF-8
 * @param at time of the request
 * @param nonce random bytes that were not used before
 */
export function soapEnvelope(
  body: Uint8Array,
  credentials: SoapCredentials,
  at: Date,
  nonce: Buffer,
): Buffer<ArrayBuffer> {
  const created = at.toISOString();
  const expires = new Date(at.getTime() + VALID_MS).toISOString();
  const before = [
    `<soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:base="${EUDR_NAMESPACES.base}"><soapenv:Header>`,
    `<wsse:Security xmlns:wsse="${OASIS}-wssecurity-secext-1.0.xsd" xmlns:wsu="${OASIS}-wssecurity-utility-1.0.xsd">`,
    `<wsu:Timestamp wsu:Id="TS-1"><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`,
    `<wsse:UsernameToken wsu:Id="UT-1"><wsse:Username>${escapeXml(credentials.username)}</wsse:Username>`,
    `<wsse:Password Type="${OASIS}-username-token-profile-1.0#PasswordDigest">`,
    `${passwordDigest(nonce, created, credentials.key)}</wsse:Password>`,
    `<wsse:Nonce EncodingType="${OASIS}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</wsse:Nonce>`,
    `<wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`,
    `<base:WebServiceClientId>${escapeXml(credentials.clientId)}</base:WebServiceClientId></soapenv:Header>`,
    '<soapenv:Body>',
  ].join('');
  return Buffer.concat([Buffer.from(before), body, Buffer.from('</soapenv:Body></soapenv:Envelope>')]);
}
