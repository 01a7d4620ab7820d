/** `origin`: registered at a farm; `derived`: made of other lots by a transformation. */
export const LOT_KINDS = ['origin', 'derived'] as const;
export type LotKind = (typeof LOT_KINDS)[number];
