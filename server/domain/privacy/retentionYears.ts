/**
 * Retention of farm, location, geometry and evidence (docs/spec/privacy-and-erasure.md, 'Erasure'; Regulation (EU)
 * 2023/1115, Article 9).
 */
export const KEPT_YEARS = 5;
