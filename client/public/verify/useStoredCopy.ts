import { use, useEffect } from 'react';
import { askedLocale } from '../../../server/domain/public/publicPages.ts';
import { cameThroughWorker, forgetCopy, keepCopy, seenAt } from '../offline/offlineCopies.ts';
import { drawnQuery } from '../pageAddress.ts';
import { usePlace } from '../navigation.ts';
import { whenIdle } from '../whenIdle.ts';
import type { FlowState } from './flow.ts';
import { Given } from './givenLot.ts';

/** Stores the shown lot for reading offline, and deletes the copy of one that no longer exists. */
export function useStoredCopy({ lot, lotId }: Pick<FlowState, 'lot' | 'lotId'>): void {
  const given = use(Given);
  const asked = askedLocale(usePlace().search);
  useEffect(() => {
    // The worker has already stored a page that came through it; data in an offline copy needs no update.
    const isKept = given?.lot === lot && (cameThroughWorker() || seenAt() !== null);
    if (lot.status === 'ready' && !isKept) {
      const address = `/verify/${encodeURIComponent(lot.value.lot.lotId)}${drawnQuery(asked, null)}`;
      return whenIdle(() => void keepCopy(address));
    }
    if (lot.status === 'failed' && !lot.mayRetry && lotId !== null) void forgetCopy(lotId);
    return undefined;
  }, [lot, lotId, given, asked]);
}
