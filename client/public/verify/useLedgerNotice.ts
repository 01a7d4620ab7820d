import { useEffect, useState } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { whenIdle } from '../whenIdle.ts';
import { askLedger, checkStoredHead, type LedgerNoticeContent } from './storedHead.ts';

/** Once per page load, since heads are hourly. */
let checked: Promise<LedgerNoticeContent | null> | null = null;

async function check(): Promise<LedgerNoticeContent | null> {
  try {
    return await checkStoredHead(localStore, askLedger, () => import('./headSigned.ts'));
  } catch {
    // WebCrypto may be unavailable; the page works without it.
    return null;
  }
}

/** The result of comparing the ledger with an earlier visit's head; runs when the page is idle. */
export function useLedgerNotice(): LedgerNoticeContent | null {
  const [notice, setNotice] = useState<LedgerNoticeContent | null>(null);
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
