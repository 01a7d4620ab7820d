import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import type { AccountLetter, AccountMail } from '../identity/accountMail.ts';
import type { Invitations } from '../identity/invitations.ts';
import type { PasswordResets } from '../identity/passwordResets.ts';
import { invitationText, resetText, type MailText } from './mailText.ts';
import type { MailServer } from './mailServer.ts';

const TASK = 'account-mail';

const letterPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid() }),
  z.object({ kind: z.literal('reset'), userId: z.uuid(), until: z.iso.datetime() }),
]);

/** The mail server asked to come later, or could not be reached: the queue tries again. */
class NotSentYet extends Error {
  override name = 'NotSentYet';
}

/**
 * Mails people about their accounts. A letter is a job: address and link are read when it is sent, so no copy of them
 * waits in the queue, and what was revoked meanwhile is not sent.
 */
export class AccountMailDelivery implements AccountMail {
  readonly offered = true;
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #server: Pick<MailServer, 'send'>;
  readonly #invitations: Pick<Invitations, 'letter' | 'noteMail'>;
  readonly #resets: Pick<PasswordResets, 'letter'>;
  readonly #origin: () => string;
  readonly #log: Pick<BaseLogger, 'warn'>;

  constructor(parts: {
    jobs: Pick<JobQueue, 'enqueue'>;
    server: Pick<MailServer, 'send'>;
    invitations: Pick<Invitations, 'letter' | 'noteMail'>;
    resets: Pick<PasswordResets, 'letter'>;
    origin: () => string;
    log: Pick<BaseLogger, 'warn'>;
  }) {
    this.#jobs = parts.jobs;
    this.#server = parts.server;
    this.#invitations = parts.invitations;
    this.#resets = parts.resets;
    this.#origin = parts.origin;
    this.#log = parts.log;
  }

  /** What the queue runs beside all else, since it waits for the mail server. */
  get outsideTasks(): Record<string, Task> {
    return { [TASK]: (payload, signal) => this.#deliver(letterPayload.parse(payload), signal) };
  }

  async send(em: EntityManager, letter: AccountLetter): Promise<void> {
    await this.#jobs.enqueue(em, TASK, letter, { jobKey: keyOf(letter) });
  }

  async #deliver(letter: AccountLetter, signal: AbortSignal): Promise<void> {
    if (letter.kind === 'reset') {
      const reset = await this.#resets.letter({ id: letter.userId, until: new Date(letter.until) });
      if (reset !== null) await this.#post(letter, reset.address, resetText(reset, letter.until), signal);
      return;
    }
    const content = await this.#invitations.letter(letter.invitationId);
    if (content === null) return;
    const sent = await this.#post(letter, content.address, invitationText(content), signal);
    await this.#invitations.noteMail(letter.invitationId, sent ? 'sent' : 'failed');
  }

  /** @returns false when the address was refused for good @throws NotSentYet */
  async #post(letter: AccountLetter, to: string, text: MailText, signal: AbortSignal): Promise<boolean> {
    // The same when it is sent again, and another one for another link.
    const id = createHash('sha256')
      .update(`${keyOf(letter)}\n${text.text}`)
      .digest('hex')
      .slice(0, 32);
    const messageId = `<${id}@${new URL(this.#origin()).hostname}>`;
    const sent = await this.#server.send({ ...text, to, messageId }, signal);
    signal.throwIfAborted();
    if (sent.kind === 'taken') return true;
    // Without the address, and without the server's text, which may contain it.
    this.#log.warn({ letter: letter.kind, fault: sent.fault, status: sent.status }, 'A mail was not taken');
    if (sent.fault === 'refused') return false;
    throw new NotSentYet(sent.fault);
  }
}

/** One letter of a kind waits for each subject. */
function keyOf(letter: AccountLetter): string {
  return `${TASK} ${letter.kind === 'reset' ? letter.userId : letter.invitationId}`;
}
