import { z } from 'zod';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { LOT_NUMBERS_LENGTH, parseLotNumbering } from '../lot/lotNumbering.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { newPartyInput } from '../party/partyInput.ts';

/** A logo is small: it stands on every paper. */
export const LOGO_LIMITS = { bytes: 200_000, pixels: 2_000 } as const;
/** base64 takes four characters for three bytes. */
const LOGO_CHARACTERS = Math.ceil(LOGO_LIMITS.bytes / 3) * 4;

const { name, address, country, eori, email } = newPartyInput.shape;
const LOGO = encodeMessage(INPUT.logo({ kilobytes: LOGO_LIMITS.bytes / 1_000, pixels: LOGO_LIMITS.pixels }));

const LOT_NUMBERS = encodeMessage(INPUT.lotNumbers({ example: 'LOT-{YEAR}-{NNNN}', most: 23 }));
const lotNumbers = z
  .string(LOT_NUMBERS)
  .trim()
  .toUpperCase()
  .max(LOT_NUMBERS_LENGTH, LOT_NUMBERS)
  .regex(/^[A-Z0-9_{}-]*$/, { error: LOT_NUMBERS, abort: true })
  .refine((text) => text === '' || parseLotNumbering(text) !== null, LOT_NUMBERS);

/** The settings of the cooperative (PUT /cooperative). */
export const cooperativeInput = z.strictObject({
  name,
  address,
  country,
  eori,
  email,
  lotNumbers: lotNumbers
    .default('')
    .describe('Form of new lot ids, e.g. LOT-{YEAR}-{NNNN}; empty: LOT and five digits'),
  logo: z
    .string(LOGO)
    .max(LOGO_CHARACTERS, LOGO)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, LOGO)
    .nullable()
    .optional()
    .describe('A PNG or JPEG picture in base64; null takes it away, left out it stays'),
  version: z
    .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
    .min(0, encodeMessage(INPUT.tooLow({ field: 'version', least: 0 })))
    .describe('The version that was read, 0 before the first; another one now is 409'),
});
export type CooperativeInput = z.output<typeof cooperativeInput>;

/** The values that are text, in the order of the form. */
export const COOPERATIVE_FIELDS = [
  'name',
  'address',
  'country',
  'eori',
  'email',
  'lotNumbers',
] as const satisfies readonly (keyof CooperativeInput)[];

/** Who issues papers: the cooperative, as its settings say. */
export interface Issuer {
  name: string;
  address: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  eori: string;
  email: string;
  /** a PNG or JPEG picture */
  logo: Uint8Array | null;
}
