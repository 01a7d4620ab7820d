import { createHash } from 'node:crypto';
import { MAIL_CODE_DIGITS } from '../../domain/alert/alertMailInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';

/**
 * The code of a confirmation letter. It is not stored: it cannot be computed from the database alone.
 * @param letterId another letter has another code
 */
export function confirmationCode(seals: RowSigner, letterId: string, address: string): string {
  const digest = createHash('sha256').update(`${letterId}\n${address}`).digest();
  const code = seals.keyedHash('mail-code', digest).readUIntBE(0, 6) % 10 ** MAIL_CODE_DIGITS;
  return String(code).padStart(MAIL_CODE_DIGITS, '0');
}

/**
 * The token that stops mail without sign-in: valid for every holder of the mail, and only for the subscription of that
 * time. It survives a change of AUTH_SECRET, as row signatures do.
 */
export function stopToken(seals: RowSigner, { accountId, askedAt }: { accountId: string; askedAt: Date }): string {
  const at = askedAt.getTime().toString(36);
  return `${accountId}.${at}.${seals.seal('alert-mail-stop', accountId, { at })}`;
}

/** @returns null for a token that the program did not make */
export function readStopToken(seals: RowSigner, token: string): { accountId: string; askedAt: Date } | null {
  const [accountId = '', at = '', ...seal] = token.split('.');
  if (!isUuid(accountId) || !/^[0-9a-z]{1,9}$/.test(at)) return null;
  if (!seals.check('alert-mail-stop', accountId, { at }, seal.join('.'))) return null;
  return { accountId, askedAt: new Date(Number.parseInt(at, 36)) };
}
