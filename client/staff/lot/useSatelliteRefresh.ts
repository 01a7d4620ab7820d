import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { CheckSatelliteDocument, type LotDetailFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { localizedText, localizedTexts } from '../../words/localizedTexts.ts';
import { screenChangesOf } from '../screenChanges.ts';
import { statusWord } from '../statusLabels.ts';
import { offeredActions } from '../lots/list/lotFacts.ts';

/** Result of the requested check, as text. */
export interface Refreshed {
  failed: boolean;
  text: string;
}

/** Requests a check of the lot's stored place. `refresh` is null without the right, or for a lot without a place. */
export function useSatelliteRefresh(lot: LotDetailFragment): {
  refresh: (() => void) | null;
  busy: boolean;
  refreshed: Refreshed | null;
} {
  const words = useLotWords();
  const { say } = words;
  const news = screenChangesOf(useApolloClient());
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const [refreshed, setRefreshed] = useState<Refreshed | null>(null);
  const { latitude, longitude } = lot;

  const refresh = async (place: { latitude: number; longitude: number }): Promise<void> => {
    setRefreshed(null);
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return setRefreshed({ failed: true, text: written.message });
    const result = written.data.checkSatellite;
    if (result.__typename === 'NotFound')
      return setRefreshed({ failed: true, text: localizedText(words, result.said) });
    const { status, said, sourceSaid } = result.satelliteData;
    const remark = localizedTexts(words, [...sourceSaid, ...said]) ?? say('satellite.done');
    setRefreshed({
      failed: false,
      text: `${say('satellite.result', { lotId: lot.lotId, status: statusWord(words, status) })}. ${remark}`,
    });
    news.lotView(lot);
  };

  const may = offeredActions(lot).refreshSatellite && latitude !== null && longitude !== null;
  return { refresh: may ? () => void refresh({ latitude, longitude }) : null, busy, refreshed };
}
