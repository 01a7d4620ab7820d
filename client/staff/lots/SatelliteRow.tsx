import { chakra } from '@chakra-ui/react';
import { RefreshCw, Satellite } from 'lucide-react';
import { IconButton } from '../../design/Button.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { CheckSatelliteDocument, type LotCardFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { SATELLITE } from '../../../server/domain/said/satelliteSaid.ts';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { saidWord, saidWords } from '../saidWords.ts';
import { statusWord } from '../tradeWords.ts';

/**
 * When the lot's place was last checked by satellite, what the check said of itself (sample data, no answer), and a new
 * check for those who may ask for one. The place sent is the stored one.
 */
export function SatelliteRow({ lot, mayRefresh }: { lot: LotCardFragment; mayRefresh: boolean }) {
  const words = useStaffWords();
  const { say } = words;
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const { latitude, longitude } = lot;
  const sample = saidWords(
    words,
    lot.satelliteSaid.filter(({ code }) => code === SATELLITE.sampleData.code),
  );
  const reason = saidWords(
    words,
    lot.satelliteSaid.filter(({ code }) => code !== SATELLITE.sampleData.code),
  );

  const refresh = async (place: { latitude: number; longitude: number }) => {
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    const result = written.kind === 'answered' ? written.data.checkSatellite : written;
    if ('satelliteData' in result) {
      toaster.create({
        type: 'info',
        title: say('satellite.result', { lotId: lot.lotId, status: statusWord(words, result.satelliteData.status) }),
        description: saidWords(words, result.satelliteData.said) ?? say('satellite.done'),
      });
    } else {
      const description = 'said' in result ? saidWord(words, result.said) : result.message;
      toaster.create({ type: 'error', title: say('satellite.failed'), description });
    }
  };

  const said = [reason, sample].filter((one) => one !== null).join(' ');
  return (
    <div className="satellite">
      <Satellite aria-hidden size={14} strokeWidth={1.75} />
      <div className="line" title={said === '' ? undefined : said}>
        <CheckedWhen lot={lot} />
        {sample !== null && (
          <>
            {' '}
            <span aria-hidden>{say('satellite.sample')}</span>
            <chakra.span srOnly>{sample}</chakra.span>
          </>
        )}
        {reason !== null && ` ${reason}`}
      </div>
      {mayRefresh && latitude !== null && longitude !== null && (
        <IconButton
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

function CheckedWhen({ lot }: { lot: LotCardFragment }) {
  const { say, formatDateTime } = useStaffWords();
  if (lot.satelliteTimestamp === null) return say('satellite.never');
  const when = formatDateTime(lot.satelliteTimestamp);
  return lot.satelliteOutdated ? (
    <StaffRich id="satellite.checkedOutdated" params={{ when }} parts={{ mark: <span className="pending" /> }} />
  ) : (
    say('satellite.checked', { when })
  );
}
