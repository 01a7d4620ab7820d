import { fetchLot, lotFailure, OWN_SERVER, type PublicServer } from '../publicApi.ts';
import { notedFetch } from '../debugLog.ts';
import type { PublicLot } from '../publicAnswers.ts';

/**
 * URL of a lot's proof file.
 * @param whole includes whole blocks, which show the position of each entry
 */
export function proofAddress(lotId: string, { base }: PublicServer = OWN_SERVER, whole = false): string {
  return `${base}/lots/public/${encodeURIComponent(lotId)}/proof${whole ? '?blocks=whole' : ''}`;
}

/** URL of the proof file of a lot that a lot was made of, by its key on the ledger. */
export function inputAddress(lotId: string, key: string, { base }: PublicServer = OWN_SERVER): string {
  return `${base}/lots/public/${encodeURIComponent(lotId)}/proof/inputs/${key}`;
}

/** URL of the proofs of a lot and of all lots that it was made of. */
export function wholeProofAddress(lotId: string, { base }: PublicServer = OWN_SERVER): string {
  return `${base}/lots/public/${encodeURIComponent(lotId)}/proof/whole`;
}

async function json(
  address: string,
  { init }: PublicServer,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const response = await notedFetch(address, { ...init, signal });
  const body: unknown = response.ok ? await response.json() : null;
  return { status: response.status, body };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** An organisation as a server names it. */
export interface NamedRoot {
  name: string;
  /** SHA-256 of its root certificate, hex */
  fingerprint: string;
}

/** The organisations' roots that the server names; undefined if they could not load. */
export async function fetchRoots(signal: AbortSignal, server = OWN_SERVER): Promise<NamedRoot[] | undefined> {
  try {
    const { body } = await json(`${server.base}/ledger/roots`, server, signal);
    const organisations = member(member(body, 'data'), 'organisations');
    if (!Array.isArray(organisations)) return undefined;
    const roots = organisations.flatMap((one: unknown) => {
      const [name, fingerprint] = [member(one, 'name'), member(one, 'rootFingerprint')];
      return typeof fingerprint === 'string' ? [{ name: typeof name === 'string' ? name : '', fingerprint }] : [];
    });
    return roots.length === organisations.length ? roots : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The proof file as received, unverified; null if nothing of the lot is recorded.
 * @throws PublicCallError if rejected, or the network error
 */
export async function fetchFile(
  lotId: string,
  signal: AbortSignal,
  server = OWN_SERVER,
  whole = false,
): Promise<unknown> {
  const { status, body } = await json(proofAddress(lotId, server, whole), server, signal);
  if (status === 404) return null;
  if (body === null) throw lotFailure(status);
  return body;
}

/**
 * The proof file of a lot that a lot was made of, unverified.
 * @throws PublicCallError if rejected, or the network error
 */
export async function fetchInput(
  lotId: string,
  key: string,
  signal: AbortSignal,
  server = OWN_SERVER,
): Promise<unknown> {
  const { status, body } = await json(inputAddress(lotId, key, server), server, signal);
  if (body === null) throw lotFailure(status);
  return body;
}

/** The current lot; null if it could not load. */
export async function fetchFresh(lotId: string, signal: AbortSignal, server = OWN_SERVER): Promise<PublicLot | null> {
  try {
    return (await fetchLot(lotId, signal, server)).lot;
  } catch {
    return null;
  }
}
