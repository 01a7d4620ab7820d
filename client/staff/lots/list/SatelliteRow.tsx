import { RefreshCw, Satellite } from 'lucide-react';
import { RowIconButton } from '../../../design/RowButton.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { CheckSatelliteDocument, type LotCardFragment } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { SATELLITE } from '../../../../server/domain/messages/satelliteMessages.ts';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { localizedText, localizedTexts } from '../../../words/localizedTexts.ts';
import { useApplicationError } from '../../applicationError.ts';
import { statusWord } from '../../statusLabels.ts';
import { localDay } from './lotFacts.ts';

/**
 * Time and result notes (sample data, no response) of the last satellite check, with a button for a new check if the
 * user has the right. The check uses the stored place.
 */
export function SatelliteRow({ lot, mayRefresh }: { lot: LotCardFragment; mayRefresh: boolean }) {
  const words = useLotListWords();
  const { say, formatDateTime } = words;
  const report = useApplicationError();
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const { latitude, longitude } = lot;
  const sample = localizedTexts(
    words,
    lot.satelliteSaid.filter(({ code }) => code === SATELLITE.sampleData.code),
  );
  const reason = localizedTexts(
    words,
    lot.satelliteSaid.filter(({ code }) => code !== SATELLITE.sampleData.code),
  );

  const refresh = async (place: { latitude: number; longitude: number }) => {
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    const result = written.kind === 'answered' ? written.data.checkSatellite : written;
    if ('satelliteData' in result) {
      const { status, said: told, sourceSaid } = result.satelliteData;
      toaster.create({
        type: 'info',
        title: say('satellite.result', { lotId: lot.lotId, status: statusWord(words, status) }),
        description: localizedTexts(words, [...sourceSaid, ...told]) ?? say('satellite.done'),
      });
    } else {
      const because = 'said' in result ? localizedText(words, result.said) : result.message;
      report(say('shell.failedBecause', { what: say('satellite.failed'), reason: because }));
    }
  };

  // A long line is truncated; the tooltip shows all of it, with the time.
  const { satelliteTimestamp } = lot;
  const at =
    satelliteTimestamp === null ? null : say('satellite.checked', { when: formatDateTime(satelliteTimestamp) });
  const said = [at, reason, sample].filter((one) => one !== null).join(' ');
  return (
    <div className="satellite">
      <Satellite aria-hidden size={14} strokeWidth={1.75} />
      <CheckLine said={said} lot={lot} sample={sample} reason={reason} />
      {mayRefresh && latitude !== null && longitude !== null && (
        <RowIconButton
          label={say('satellite.again', { lotId: lot.lotId })}
          size="sm"
          busy={busy}
          icon={<RefreshCw />}
          onClick={() => void refresh({ latitude, longitude })}
        />
      )}
    </div>
  );
}

interface CheckLineProps {
  said: string;
  lot: LotCardFragment;
  sample: string | null;
  reason: string | null;
}

function CheckLine({ said, lot, sample, reason }: CheckLineProps) {
  const { say } = useLotListWords();
  return (
    <div className="line" title={said === '' ? undefined : said}>
      <CheckedWhen lot={lot} />
      {sample !== null && (
        <>
          {' '}
          <span aria-hidden>{say('satellite.sample')}</span>
          <span className="sr-only">{sample}</span>
        </>
      )}
      {reason !== null && ` ${reason}`}
    </div>
  );
}

function CheckedWhen({ lot }: { lot: LotCardFragment }) {
  const { say, formatDate } = useLotListWords();
  if (lot.satelliteTimestamp === null) return say('satellite.never');
  const when = formatDate(localDay(new Date(lot.satelliteTimestamp)));
  return lot.satelliteOutdated ? (
    <LotListRich id="satellite.checkedOutdated" params={{ when }} parts={{ mark: <span className="pending" /> }} />
  ) : (
    say('satellite.checked', { when })
  );
}
