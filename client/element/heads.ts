import { headSigned, isClosedByThose, isRestoredByThose } from '../public/verify/headSigned.ts';
import { localStore, type DeviceStorage } from '../deviceStorage.ts';
import { checkStoredHead, isUnderKept, loadHead, type Ask, type LedgerNotice } from '../public/verify/storedHead.ts';
import type { PublicServer } from '../public/verify/publicApi.ts';
import type { NumberedBlock } from '../../server/domain/proof/underHead.ts';

type Heads = Pick<DeviceStorage, 'getItem' | 'setItem'>;

/** Of a page that did not ask for anything to be kept on its visitors' devices. */
const NOWHERE: Heads = { getItem: () => null, setItem: () => undefined };

/**
 * Where the newest head of a server's ledger is kept: in the storage of the page, by the server's address, since a page may show lots of
 * several. Where that is forbidden it lasts as long as the page.
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
 * What is wrong with a server's ledger: what the server itself finds altered (409), and what an earlier visit saw and it does not hold any
 * more. Null where nothing is, and where it cannot be told: a weak line is no alarm.
 */
export async function ledgerNotice(
  heads: Heads,
  server: PublicServer,
  signal: AbortSignal,
): Promise<LedgerNotice | null> {
  const signatures = async () => ({ headSigned, isClosedByThose, isRestoredByThose });
  return checkStoredHead(heads, ask(server, signal), signatures).catch(() => null);
}

/** The head that the newest event of a proof was held to, and whether it stands there. */
export interface UnderHead {
  stands: boolean;
  blocks: number;
}

/** Null where nothing is kept, or it cannot be told. */
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
