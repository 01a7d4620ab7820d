/**
 * A Content-Disposition header (RFC 6266) for a file of any name: a plain ASCII name for old clients, and the exact one
 * in UTF-8 (RFC 8187) when they differ.
 */
export function contentDisposition(name: string, inline = false): string {
  const type = inline ? 'inline' : 'attachment';
  const wellFormed = name.toWellFormed();
  const plain = wellFormed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%/\\]/gu, '_');
  const header = `${type}; filename="${plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${extended(wellFormed)}`;
}

/**
 * `value-chars` of RFC 8187, 3.2.1: also encodes characters that encodeURIComponent leaves but the RFC does not allow.
 */
function extended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
