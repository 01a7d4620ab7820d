import { createTransport } from 'nodemailer';
import { isLoopback, type MailConfig } from '../../platform/config.ts';
import type { MailText } from './mailText.ts';
import { limitConcurrency } from '../../platform/concurrency/limitConcurrency.ts';

/** A mail to be sent. */
export interface OutgoingMail extends MailText {
  to: string;
  /** the same when it is sent again */
  messageId: string;
  headers?: Record<string, string>;
}

/**
 * Why a mail was not accepted, as a code. Only `refused` concerns the address; the rest is between the program and its
 * server.
 */
export const SEND_FAULTS = ['connection', 'login', 'refused', 'later', 'sender', 'timeout', 'tls'] as const;
export type MailFault = (typeof SEND_FAULTS)[number];

/** What came of it. `status`: the last answer that counts; null when none came. */
export type MailResult = { kind: 'taken' } | { kind: 'failed'; fault: MailFault; status: number | null };

const WITHIN_MS = 60_000;
/** For a connection, for a greeting, and for each answer. */
const ANSWER_MS = 10_000;
/** Mails that a process hands over at a time. */
const AT_ONCE = 2;

/** The mail server of the settings. */
export class MailServer {
  readonly #transport;
  readonly #from: string;
  readonly #withinMs: number;
  readonly #limit = limitConcurrency(AT_ONCE);

  /** @param options.withinMs time for a whole mail; 60 s by default */
  constructor(config: MailConfig, options: { withinMs?: number } = {}) {
    const { host, port, secure, login } = config;
    this.#from = config.from;
    this.#withinMs = options.withinMs ?? WITHIN_MS;
    this.#transport = createTransport({
      host,
      port,
      secure,
      // Neither the password nor an address is sent over an unencrypted network.
      requireTLS: !secure && !isLoopback(host),
      ignoreTLS: !secure && isLoopback(host),
      ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      dnsTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Hands one mail to the server. Failures become codes: texts of servers may contain the address. */
  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<MailResult> {
    const patience = AbortSignal.timeout(this.#withinMs);
    try {
      await this.#limit(() =>
        this.#transport.sendMail({
          from: { name: 'Manam-Trace', address: this.#from },
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.messageId,
          // No answers of machines to a machine (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
          signal: signal === undefined ? patience : AbortSignal.any([patience, signal]),
        }),
      );
      return { kind: 'taken' };
    } catch (error) {
      return { kind: 'failed', ...faultOf(error, patience.aborted) };
    }
  }
}

function faultOf(error: unknown, late: boolean): { fault: MailFault; status: number | null } {
  const { code, responseCode, command } = told(error);
  const status = responseCode ?? null;
  if (late || code === 'ETIMEDOUT') return { fault: 'timeout', status };
  if (code === 'EAUTH' || code === 'ENOAUTH') return { fault: 'login', status };
  if (code === 'ETLS' || command === 'STARTTLS') return { fault: 'tls', status };
  if (status === null) return { fault: 'connection', status };
  if (status < 500 || status === 503) return { fault: 'later', status };
  // Not about the recipient: the server accepts no mail from this program.
  if (command === 'RCPT TO' || command === 'DATA') return { fault: 'refused', status };
  return { fault: 'sender', status };
}

/** The codes of an error, without texts. */
function told(error: unknown): { code?: string; responseCode?: number; command?: string } {
  if (!(error instanceof Error)) return {};
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('responseCode' in error && typeof error.responseCode === 'number' ? { responseCode: error.responseCode } : {}),
    ...('command' in error && typeof error.command === 'string' ? { command: error.command } : {}),
  };
}
