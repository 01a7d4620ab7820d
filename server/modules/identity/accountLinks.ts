import { isUuid } from '../../domain/lot/lotId.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';

/** What a link opens: an account, or a new password for one. */
type LinkUse = 'invitation' | 'reset';

/** Whose link it is (the invitation, or the account), and until when it holds. */
export interface AccountLink {
  id: string;
  until: Date;
  /** account of whoever made a link to hand over, with whose right it ends; it stands in the token */
  madeBy?: string | undefined;
}

/** Pages of links. The token stands behind the number sign, so that no server's log has it. */
const PATHS = { invitation: '/admin/join', reset: '/admin/reset' } as const satisfies Record<LinkUse, string>;

/**
 * The token of a link. It is not stored: the database alone cannot make one, and the program can write it again when a mail is sent again.
 * @param facts what must be as it was when the link was made, so that it opens once: a used password, for example
 */
export function linkToken(seals: RowSigner, use: LinkUse, link: AccountLink, facts: SignedFacts = {}): string {
  return `${claimOf(link)}.${seals.seal('account-link', link.id, factsOf(use, link, facts))}`;
}

export function linkAddress(origin: string, use: LinkUse, token: string): string {
  return `${origin}${PATHS[use]}#${token}`;
}

/** Whose link a token claims to be. @returns null for one that cannot be of the program, or that is over */
export function claimedLink(token: string, now: Date): AccountLink | null {
  const [id = '', at = '', third = ''] = token.split('.');
  if (!isUuid(id) || !/^[0-9a-z]{1,9}$/.test(at)) return null;
  const until = new Date(Number.parseInt(at, 36));
  if (until <= now) return null;
  return { id, until, madeBy: isUuid(third) ? third : undefined };
}

/** Whether the program made a token. */
export function isToken(
  seals: RowSigner,
  use: LinkUse,
  token: string,
  link: AccountLink,
  facts: SignedFacts = {},
): boolean {
  const seal = token.slice(claimOf(link).length + 1);
  return seals.check('account-link', link.id, factsOf(use, link, facts), seal);
}

/** What a token says openly, before its signature. */
function claimOf({ id, until, madeBy }: AccountLink): string {
  return [id, timeText(until), ...(madeBy === undefined ? [] : [madeBy])].join('.');
}

function factsOf(use: LinkUse, { until, madeBy }: AccountLink, facts: SignedFacts): SignedFacts {
  return { use, at: timeText(until), ...(madeBy === undefined ? {} : { madeBy }), ...facts };
}

function timeText(time: Date): string {
  return time.getTime().toString(36);
}
