import type { Said } from '../../server/domain/said/said.ts';
import type { PublicServer } from '../public/verify/publicApi.ts';
import { readSaid } from '../public/verify/readSaid.ts';

/**
 * What the server itself finds wrong with its ledger, asked with its head: 409, and which blocks are missing or changed. Empty where
 * it finds nothing, and where it cannot be asked: a weak line is no alarm.
 */
export async function ledgerSaid(server: PublicServer, signal: AbortSignal): Promise<Said[]> {
  try {
    const response = await fetch(`${server.base}/ledger/head?hourly=true`, { ...server.init, signal });
    if (response.status !== 409) return [];
    const body: unknown = await response.json();
    return readSaid([typeof body === 'object' && body !== null ? Reflect.get(body, 'said') : null]);
  } catch {
    return [];
  }
}
