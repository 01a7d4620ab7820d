/** An element with its prefix, and a text or elements in it. */
export interface XmlElement {
  name: string;
  content: string | readonly XmlElement[];
}

/**
 * An element; null without a content, so that an optional field needs no condition.
 * @param content a text, escaped when it is written, or elements; those that are null are left out
 */
export function xmlElement(name: string, content: string | readonly (XmlElement | null)[] | null): XmlElement | null {
  if (content === null) return null;
  return { name, content: typeof content === 'string' ? content : content.filter((one) => one !== null) };
}

/**
 * XML 1.0 without declaration and white space.
 * @param root its prefixes are those of `namespaces`
 * @param namespaces addresses by prefix
 */
export function writeXml(root: XmlElement, namespaces: Readonly<Record<string, string>>): string {
  const parts: string[] = [];
  const declared = Object.entries(namespaces).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`);
  write(root, declared.join(''), parts);
  return parts.join('');
}

function write({ name, content }: XmlElement, attributes: string, parts: string[]): void {
  parts.push(`<${name}${attributes}>`);
  if (typeof content === 'string') parts.push(escapeXml(content));
  else for (const child of content) write(child, '', parts);
  parts.push(`</${name}>`);
}

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** Control characters, of which XML 1.0 cannot hold most (its production 2), and lone surrogates. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A text as the content of an element. Characters that XML cannot hold become U+FFFD, so that a body stays readable. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, '\uFFFD').replaceAll(/[&<>\r]/g, (character) => SPECIAL[character] ?? character);
}
