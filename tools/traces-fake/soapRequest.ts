import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { SoapFault } from './soapFault.ts';

/** A request as it came in an envelope of SOAP 1.1. */
export interface SoapRequest {
  header: XmlElement | null;
  /** element of the body */
  request: XmlElement;
  /** namespace of that element */
  namespace: string;
  /** the namespaces that hold in it, as attributes */
  declarations: string;
  /** the same element as a document of its own, with long base64 texts cut short */
  document: string;
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

export const localName = (element: XmlElement): string => element.name.replace(/^.*:/, '');

export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((node) => node instanceof XmlElement);
}

export function childrenNamed(element: XmlElement | null, name: string): XmlElement[] {
  return element === null ? [] : childElements(element).filter((child) => localName(child) === name);
}

export function childNamed(element: XmlElement | null, name: string): XmlElement | null {
  return childrenNamed(element, name)[0] ?? null;
}

/** Text of the first child of that name; null without one. */
export function textNamed(element: XmlElement | null, name: string): string | null {
  return childNamed(element, name)?.text.trim() ?? null;
}

/** @throws SoapFault */
export function readSoapRequest(text: string): SoapRequest {
  let envelope: XmlElement | null;
  try {
    envelope = parseXml(text).root;
  } catch (error) {
    throw SoapFault.client(`Couldn't create SOAP message due to exception: ${String(error).split('\n')[0]}`);
  }
  const namespaces = envelope === null ? {} : declared(envelope, {});
  if (envelope === null || localName(envelope) !== 'Envelope' || namespaceOf(envelope, namespaces) !== SOAP) {
    throw SoapFault.client("Couldn't create SOAP message: the root is no envelope of SOAP 1.1.");
  }
  const body = childNamed(envelope, 'Body');
  const [request, ...more] = body === null ? [] : childElements(body);
  if (body === null || request === undefined || more.length > 0) throw SoapFault.client('The body holds no request.');
  const inherited = declared(request, declared(body, namespaces));
  return {
    header: childNamed(envelope, 'Header'),
    request,
    namespace: namespaceOf(request, inherited),
    declarations: attributesText(declarationsOf(inherited)),
    document: serialized(request, inherited),
  };
}

/** Addresses by prefix; '' is that of names without one. */
type Namespaces = Readonly<Record<string, string>>;

function declared({ attributes }: XmlElement, outer: Namespaces): Namespaces {
  const own = Object.entries(attributes).flatMap(([name, value]) => {
    const [, prefix] = /^xmlns:?(.*)$/.exec(name) ?? [];
    return prefix === undefined ? [] : [[prefix, value] as const];
  });
  return { ...outer, ...Object.fromEntries(own) };
}

function namespaceOf({ name }: XmlElement, namespaces: Namespaces): string {
  const prefix = name.includes(':') ? name.replace(/:.*$/, '') : '';
  return namespaces[prefix] ?? '';
}

/** A base64 text of up to 33 MB says no more to a schema than one of 40 characters. */
const LONG_TEXT = 4_000;

function declarationsOf(namespaces: Namespaces): [string, string][] {
  return Object.entries(namespaces).map(([prefix, address]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, address]);
}

function attributesText(attributes: [string, string][]): string {
  return attributes.map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`).join('');
}

function serialized(element: XmlElement, namespaces: Namespaces): string {
  const attributes = new Map([...Object.entries(element.attributes), ...declarationsOf(namespaces)]);
  const parts: string[] = [];
  write(element, [...attributes], parts);
  return parts.join('');
}

function write(element: XmlElement, attributes: [string, string][], parts: string[]): void {
  parts.push(`<${element.name}${attributesText(attributes)}>`);
  const children = childElements(element);
  for (const child of children) write(child, Object.entries(child.attributes), parts);
  if (children.length === 0) parts.push(escaped(shortened(element.text)));
  parts.push(`</${element.name}>`);
}

function shortened(text: string): string {
  return text.length > LONG_TEXT && /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text) ? text.slice(0, 40) : text;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
