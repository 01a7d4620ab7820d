/** Farm, place, geometry and evidence are kept so long (decisions, 'Erasure'; Regulation (EU) 2023/1115, Article 9). */
export const KEPT_YEARS = 5;
