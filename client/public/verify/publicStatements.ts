import { apiUrl } from '../apiUrl.ts';

/** The numbers of a due diligence statement that the importer allows to be shown. */
export interface PublicStatement {
  referenceNumber: string;
  verificationNumber: string;
  submittedAt: string | null;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads the answer; a statement without both numbers is left out. */
export function readPublicStatements(answer: unknown): PublicStatement[] {
  const { statements } = fieldsOf(fieldsOf(answer)['data']);
  return (Array.isArray(statements) ? statements : []).map(fieldsOf).flatMap((given) => {
    const referenceNumber = text(given['referenceNumber']);
    const verificationNumber = text(given['verificationNumber']);
    if (referenceNumber === null || verificationNumber === null) return [];
    return [{ referenceNumber, verificationNumber, submittedAt: text(given['submittedAt']) }];
  });
}

const TIMEOUT_MS = 15_000;

/** Loads the statements of a lot. Never throws: what cannot be loaded is not shown, as most lots have none. */
export async function fetchPublicStatements(lotId: string, signal: AbortSignal): Promise<PublicStatement[]> {
  try {
    const response = await fetch(`${apiUrl()}/lots/public/${encodeURIComponent(lotId)}/statements`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return response.ok ? readPublicStatements(await response.json()) : [];
  } catch {
    return [];
  }
}
