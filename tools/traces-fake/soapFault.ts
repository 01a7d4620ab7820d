/** Error of the business rules: a code of the EU Information System with its field. */
export interface RuleError {
  id: string;
  message: string;
  field: string;
}

const ERRORS = 'http://ec.europa.eu/sanco/tracesnt/error/v01';

/** A fault of SOAP 1.1; each has the status 500. */
export class SoapFault extends Error {
  readonly code: string;
  /** XML in `detail`, given the namespace of the service */
  readonly detail: (namespace: string) => string;

  constructor(code: string, message: string, detail: (namespace: string) => string = () => '') {
    super(message);
    this.code = code;
    this.detail = detail;
  }

  static client(message: string): SoapFault {
    return new SoapFault('S:Client', message);
  }

  /** A body that its schema refuses: the parser's own text, twice, without a detail. */
  static schema(message: string): SoapFault {
    const said = `org.xml.sax.SAXParseException; ${message}`;
    return SoapFault.client(`com.sun.istack.SAXParseException2; org.xml.sax.SAXException: ${said}\n${said}`);
  }

  static rules(errors: readonly RuleError[]): SoapFault {
    const written = errors.map(
      ({ id, message, field }) =>
        `<err:Error xmlns:err="${ERRORS}"><err:ID>${id}</err:ID><err:Message>${escapeText(message)}</err:Message>` +
        `<err:Field>${escapeText(field)}</err:Field></err:Error>`,
    );
    return SoapFault.exception(
      'BusinessRulesValidationException',
      'Business rules validation failed',
      written.join(''),
    );
  }

  static exception(name: string, message: string, inner = ''): SoapFault {
    return new SoapFault(
      'S:Server',
      message,
      (namespace) => `<ns5:${name} xmlns:ns5="${namespace}">${inner}</ns5:${name}>`,
    );
  }

  static rule(id: string, message: string, field = ''): SoapFault {
    return SoapFault.rules([{ id, message, field }]);
  }

  toXml(namespace: string): string {
    const detail = this.detail(namespace);
    return (
      `<S:Fault xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>${this.code}</faultcode>` +
      `<faultstring>${escapeText(this.message)}</faultstring>` +
      `${detail === '' ? '' : `<detail>${detail}</detail>`}</S:Fault>`
    );
  }
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
