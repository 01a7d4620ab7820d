import { COCOA_BEANS } from '../forest/eudr.ts';

/** Headings of cocoa in the Harmonised System (Regulation (EU) 2023/1115, Annex I). */
export const HS_HEADINGS = ['1801', '1802', '1803', '1804', '1805', '1806'] as const;
export type HsHeading = (typeof HS_HEADINGS)[number];

/** The names that Annex I has for them. */
export const HS_HEADING_NAMES: Readonly<Record<HsHeading, string>> = {
  '1801': COCOA_BEANS.description,
  '1802': 'Cocoa shells, husks, skins and other cocoa waste',
  '1803': 'Cocoa paste, whether or not defatted',
  '1804': 'Cocoa butter, fat and oil',
  '1805': 'Cocoa powder, not containing added sugar or other sweetening matter',
  '1806': 'Chocolate and other food preparations containing cocoa',
};

/** Whether an HS code is a heading of cocoa, or a subheading of one with six digits. */
export function isCocoaHeading(code: string): boolean {
  return /^180[1-6](\d\d)?$/.test(code);
}
