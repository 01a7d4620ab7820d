import { REQUIRED_OF_CONTACT, type ContactField } from '../../../server/domain/public/contact.ts';
import { apiUrl } from '../apiUrl.ts';

export type ContactValues = Readonly<Record<ContactField, string>>;

export const EMPTY_CONTACT: ContactValues = { firstName: '', lastName: '', email: '', company: '', message: '' };

/** The required fields that are empty, in form order. */
export function missingIn(values: ContactValues): ContactField[] {
  return REQUIRED_OF_CONTACT.filter((field) => values[field].trim() === '');
}

export type ContactFailure = 'email' | 'refused' | 'limited' | 'unreached';
export type ContactSent = { kind: 'done' } | { kind: 'failed'; reason: ContactFailure };

const DONE: ContactSent = { kind: 'done' };
const TIMEOUT_MS = 15_000;

/**
 * Sends a complete request if the operator stores requests (docs/spec/public-pages.md, 'Contact form'); otherwise sends
 * nothing and succeeds. Never throws.
 */
export async function sendContact(values: ContactValues, isKept: boolean): Promise<ContactSent> {
  if (!isKept) return DONE;
  try {
    const response = await fetch(`${apiUrl()}/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...values, message: values.message.trim() === '' ? null : values.message }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // 404: this server does not store requests.
    if (response.ok || response.status === 404) return DONE;
    return { kind: 'failed', reason: await reasonOf(response) };
  } catch {
    return { kind: 'failed', reason: 'unreached' };
  }
}

async function reasonOf(response: Response): Promise<ContactFailure> {
  if (response.status === 429) return 'limited';
  if (response.status >= 500) return 'unreached';
  return namesEmail(await response.json()) ? 'email' : 'refused';
}

function namesEmail(answer: unknown): boolean {
  const details: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'details') : undefined;
  return Array.isArray(details) && details.some((detail: { field?: unknown } | null) => detail?.field === 'email');
}
