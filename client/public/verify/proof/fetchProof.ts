import { fetchLot } from '../publicApi.ts';
import type { PublicLot } from '../publicAnswers.ts';

const BASE = '/api/v1';

/** Where the proof file of a lot is had. */
export function proofAddress(lotId: string): string {
  return `${BASE}/lots/public/${encodeURIComponent(lotId)}/proof`;
}

/** What a check begins with. */
export interface FetchedProof {
  /** the file as it came, not trusted; null when nothing of the lot is recorded */
  file: unknown;
  /** SHA-256 of the organisations' root certificates, hex; undefined when they could not be had */
  roots: string[] | undefined;
  /** the lot as it is now; null when it could not be had */
  lot: PublicLot | null;
}

async function json(path: string, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
  const response = await fetch(path, { headers: { 'Cache-Control': 'no-cache' }, signal });
  const body: unknown = response.ok ? await response.json() : null;
  return { status: response.status, body };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

async function fetchRoots(signal: AbortSignal): Promise<string[] | undefined> {
  try {
    const { body } = await json(`${BASE}/ledger/roots`, signal);
    const organisations = member(member(body, 'data'), 'organisations');
    if (!Array.isArray(organisations)) return undefined;
    const fingerprints = organisations.map((one: unknown) => member(one, 'rootFingerprint'));
    return fingerprints.every((one) => typeof one === 'string') ? fingerprints : undefined;
  } catch {
    return undefined;
  }
}

async function fetchFile(lotId: string, signal: AbortSignal): Promise<unknown> {
  const { status, body } = await json(proofAddress(lotId), signal);
  if (status === 404) return null;
  if (body === null) throw new Error(`The proof file was answered with ${status}`);
  return body;
}

async function fetchFresh(lotId: string, signal: AbortSignal): Promise<PublicLot | null> {
  try {
    return (await fetchLot(lotId, signal)).lot;
  } catch {
    return null;
  }
}

/** The file, the roots and the lot as it is now, at once: a round trip is dear on a weak line. @throws when the file cannot be had */
export async function fetchProof(lotId: string, signal: AbortSignal): Promise<FetchedProof> {
  const [file, roots, lot] = await Promise.all([
    fetchFile(lotId, signal),
    fetchRoots(signal),
    fetchFresh(lotId, signal),
  ]);
  return { file, roots, lot };
}
