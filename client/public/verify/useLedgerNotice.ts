import { useEffect, useState } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { whenIdle } from '../whenIdle.ts';
import { askLedger, checkStoredHead, type LedgerNotice } from './storedHead.ts';

/** Once for a page that is loaded: the head is that of an hour. */
let checked: Promise<LedgerNotice | null> | null = null;

async function check(): Promise<LedgerNotice | null> {
  try {
    return await checkStoredHead(localStore, askLedger, () => import('./headSigned.ts'));
  } catch {
    // WebCrypto can be forbidden; the page works without it.
    return null;
  }
}

/** What a comparison of the ledger with the head of an earlier visit tells, made once the page has nothing better to do. */
export function useLedgerNotice(): LedgerNotice | null {
  const [notice, setNotice] = useState<LedgerNotice | null>(null);
  useEffect(() => {
    let shown = true;
    const begin = async (): Promise<void> => {
      checked ??= check();
      const found = await checked;
      if (shown) setNotice(found);
    };
    const callOff = whenIdle(() => void begin());
    return () => {
      shown = false;
      callOff();
    };
  }, []);
  return notice;
}
