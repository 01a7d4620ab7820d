import { Box, chakra, Flex } from '@chakra-ui/react';
import { RefreshCw, Satellite } from 'lucide-react';
import { IconButton } from '../../design/Button.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { CheckSatelliteDocument, type LotCardFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { textOf } from '../../../server/domain/said/said.ts';
import { SATELLITE } from '../../../server/domain/said/satelliteSaid.ts';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { statusWord } from '../tradeWords.ts';

/**
 * When the lot's place was last checked by satellite, what the check said of itself (sample data, no answer), and a new
 * check for those who may ask for one. The place sent is the stored one.
 */
export function SatelliteRow({ lot, mayRefresh }: { lot: LotCardFragment; mayRefresh: boolean }) {
  const words = useStaffWords();
  const { say, formatDateTime } = words;
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const { latitude, longitude } = lot;
  const sample = textOf(lot.satelliteSaid.filter(({ code }) => code === SATELLITE.sampleData.code));
  const reason = textOf(lot.satelliteSaid.filter(({ code }) => code !== SATELLITE.sampleData.code));

  const refresh = async (place: { latitude: number; longitude: number }) => {
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    const result = written.kind === 'answered' ? written.data.checkSatellite : written;
    if ('satelliteData' in result) {
      toaster.create({
        type: 'info',
        title: say('satellite.result', { lotId: lot.lotId, status: statusWord(words, result.satelliteData.status) }),
        description: result.satelliteData.message ?? say('satellite.done'),
      });
    } else {
      toaster.create({ type: 'error', title: say('satellite.failed'), description: result.message });
    }
  };

  return (
    <Flex align="center" gap="2" minW="0">
      <Box flexShrink="0">
        <Satellite aria-hidden size={16} strokeWidth={1.75} />
      </Box>
      <Box flex="1" minW="0" overflowWrap="anywhere">
        {lot.satelliteTimestamp === null ? (
          say('satellite.never')
        ) : lot.satelliteOutdated ? (
          <StaffRich
            id="satellite.checkedOutdated"
            params={{ when: formatDateTime(lot.satelliteTimestamp) }}
            parts={{ mark: <chakra.span color="pod" fontWeight="600" whiteSpace="nowrap" /> }}
          />
        ) : (
          say('satellite.checked', { when: formatDateTime(lot.satelliteTimestamp) })
        )}
        {sample !== null && (
          <chakra.span title={sample} whiteSpace="nowrap">
            {' '}
            <span aria-hidden>{say('satellite.sample')}</span>
            <chakra.span srOnly>{sample}</chakra.span>
          </chakra.span>
        )}
        {reason !== null && <Box>{reason}</Box>}
      </Box>
      {mayRefresh && latitude !== null && longitude !== null && (
        <Box flexShrink="0" my="-1" me={{ base: '-2.5', md: '-2' }}>
          <IconButton
            label={say('satellite.again', { lotId: lot.lotId })}
            size="sm"
            busy={busy}
            icon={<RefreshCw />}
            onClick={() => void refresh({ latitude, longitude })}
          />
        </Box>
      )}
    </Flex>
  );
}
