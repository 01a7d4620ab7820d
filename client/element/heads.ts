import { headSigned, isClosedByThose, isRestoredByThose } from '../public/verify/headSigned.ts';
import { localStore, type DeviceStorage } from '../deviceStorage.ts';
import {
  checkStoredHead,
  isUnderKept,
  loadHead,
  type Ask,
  type LedgerNoticeContent,
} from '../public/verify/storedHead.ts';
import type { PublicServer } from '../public/verify/publicApi.ts';
import type { NumberedBlock } from '../../server/domain/proof/underHead.ts';

type Heads = Pick<DeviceStorage, 'getItem' | 'setItem'>;

/** For a page that did not allow storage on its visitors' devices. */
const NOWHERE: Heads = { getItem: () => null, setItem: () => undefined };

/**
 * Stores the newest ledger head in the page's storage, under the server's address, since a page may show lots of
 * several servers. Without storage it lasts as long as the page.
 */
export function headsOf(origin: string, remember: boolean): Heads {
  if (!remember) return NOWHERE;
  const named = (key: string): string => `${key} ${origin}`;
  return {
    getItem: (key) => localStore.getItem(named(key)),
    setItem: (key, value) => localStore.setItem(named(key), value),
  };
}

const ask =
  ({ base, init }: PublicServer, signal: AbortSignal): Ask =>
  async (path) => {
    try {
      const response = await fetch(`${base}/ledger${path}`, { ...init, signal });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  };

/**
 * Problems of a server's ledger: tampering that the server reports (409), or entries of an earlier visit that are
 * missing now. Null if there are none, and after network errors, which are not an alarm.
 */
export async function ledgerNotice(
  heads: Heads,
  server: PublicServer,
  signal: AbortSignal,
): Promise<LedgerNoticeContent | null> {
  const signatures = async () => ({ headSigned, isClosedByThose, isRestoredByThose });
  return checkStoredHead(heads, ask(server, signal), signatures).catch(() => null);
}

/** The stored head against which the newest event of a proof was checked, and whether the ledger contains it. */
export interface UnderHead {
  stands: boolean;
  blocks: number;
}

/** Null without a stored head, or when the check is not possible. */
export async function underHead(
  newest: NumberedBlock | null,
  heads: Heads,
  server: PublicServer,
  signal: AbortSignal,
): Promise<UnderHead | null> {
  const kept = loadHead(heads);
  if (kept === null || newest === null) return null;
  const stands = await isUnderKept(newest, kept, ask(server, signal)).catch(() => null);
  return stands === null ? null : { stands, blocks: kept.blocks };
}
