import { COORDINATE_DECIMALS } from '../plot/geometry/readPlot.ts';

/** Cocoa beans by their heading in the Harmonised System (Regulation (EU) 2023/1115, Annex I). */
export const COCOA_BEANS = {
  hsHeading: '1801',
  description: 'Cocoa beans, whole or broken, raw or roasted',
  tradeName: 'Cocoa beans',
  scientificName: 'Theobroma cacao',
} as const;

/** The sentence that every due diligence statement carries (Regulation (EU) 2023/1115, Annex II, point 5). */
export const STATEMENT_SENTENCE =
  'By submitting this due diligence statement the operator confirms that due diligence in accordance with Regulation ' +
  '(EU) 2023/1115 was carried out and that no or only a negligible risk was found that the relevant products do not ' +
  'comply with Article 3, point (a) or (b), of that Regulation.';

/** Degrees in the form of due diligence statements: plain decimal text with six decimals. */
export function sixDecimals(micro: number): string {
  return (micro / 1e6).toFixed(COORDINATE_DECIMALS);
}
