const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * Whether a text can be stored unchanged. PostgreSQL and canonical JSON cannot hold NUL and unpaired surrogates; other
 * control characters (except tab and line breaks) are rejected too: people do not type them, and they would be
 * invisible in a certificate.
 */
export function isStorable(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/** The same for programs that read schemas, without the classes that not every regular expression knows. */
export const STORABLE_PATTERN = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$';

/** The same of a text that is not blank. */
export const NOT_BLANK_PATTERN = '^\\s*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$';
