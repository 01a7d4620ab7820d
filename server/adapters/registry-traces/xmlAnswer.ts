import { parseXml, XmlDocumentType, XmlElement } from '@rgrove/parse-xml';

/** A text is not the XML of an answer. */
export class NotAnAnswer extends Error {
  override readonly name = 'NotAnAnswer';
}

/** An element of an answer. Prefixes are those of the sender's choice: elements are found by their local names. */
export class AnswerElement {
  readonly #element: XmlElement;

  constructor(element: XmlElement) {
    this.#element = element;
  }

  /** Name without prefix. */
  get name(): string {
    return this.#element.name.replace(/^.*:/, '');
  }

  /** Text in it and below it, without white space around. */
  get text(): string {
    return this.#element.text.trim();
  }

  /** Elements directly in it, in their order. */
  get children(): AnswerElement[] {
    return this.#element.children.filter((node) => node instanceof XmlElement).map((node) => new AnswerElement(node));
  }

  all(name: string): AnswerElement[] {
    return this.children.filter((child) => child.name === name);
  }

  first(name: string): AnswerElement | null {
    return this.all(name)[0] ?? null;
  }

  /** Text of the first child of that name; null without one, and for an empty one. */
  textOf(name: string): string | null {
    return this.first(name)?.text || null;
  }
}

/**
 * Root element of an XML text. The parser knows no entities but the five of XML and loads nothing; a document type is
 * refused, as SOAP 1.1 (section 3) forbids it.
 * @throws NotAnAnswer
 */
export function readXmlAnswer(text: string): AnswerElement {
  try {
    const document = parseXml(text, { preserveDocumentType: true });
    if (document.root !== null && !document.children.some((node) => node instanceof XmlDocumentType)) {
      return new AnswerElement(document.root);
    }
  } catch (error) {
    throw new NotAnAnswer('The text is not XML.', { cause: error });
  }
  throw new NotAnAnswer('The text has a document type, which SOAP forbids.');
}
