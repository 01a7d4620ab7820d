/** Marks what alone is printed while a receipt is shown. */
export const PRINTED_ATTRIBUTE = 'data-printed-receipt';

/** Style sheet that prints only the marked element. @param size of the page, as CSS has it */
export function printStyle(size: string): string {
  return `
    @page { size: ${size}; margin: 0 }
    @media screen { [${PRINTED_ATTRIBUTE}] { display: none } }
    @media print {
      html, body { background: white; min-height: 0 }
      body > :not([${PRINTED_ATTRIBUTE}]) { display: none !important }
    }`;
}
