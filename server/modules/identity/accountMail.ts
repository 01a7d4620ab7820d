import type { EntityManager } from '@mikro-orm/postgresql';

/** A mail to somebody about their account; whom it goes to and what it says is read when it is sent. */
export type AccountLetter =
  | { kind: 'invitation'; invitationId: string }
  /** @param until ISO time until when the link holds */
  | { kind: 'reset'; userId: string; until: string };

/** What a letter holds when it is sent. */
export interface LetterContent {
  address: string;
  /** whom it is for */
  name: string;
  /** who invites; for a reset the account's user name */
  by: string;
  link: string;
}

/** Sends mail about accounts, in the caller's transaction. The mail module does, where the program sends mail. */
export interface AccountMail {
  offered: boolean;
  send(em: EntityManager, letter: AccountLetter): Promise<void>;
}

/** How far the mail of an invitation is; `none`: its link is handed over by hand. */
export const INVITATION_MAIL = ['none', 'waiting', 'sent', 'failed'] as const;
export type InvitationMail = (typeof INVITATION_MAIL)[number];
