import type { TakenMail } from './smtpServer.ts';

/** The code that a mail holds. */
export function codeIn(mail: TakenMail | undefined): string | undefined {
  return /\b(\d{8})\b/.exec(mail?.text ?? '')?.[1];
}
