import { Box, chakra, Flex } from '@chakra-ui/react';
import { RefreshCw, Satellite } from 'lucide-react';
import { IconButton } from '../../design/Button.tsx';
import { formatDateTime } from '../../words/format.ts';
import { toaster } from '../../design/Toaster.tsx';
import { CheckSatelliteDocument, type LotCardFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { textOf } from '../../../server/domain/said/said.ts';
import { SATELLITE } from '../../../server/domain/said/satelliteSaid.ts';

/**
 * When the lot's place was last checked by satellite, what the check said of itself (sample data, no answer), and a new
 * check for those who may ask for one. The place sent is the stored one.
 */
export function SatelliteRow({ lot, mayRefresh }: { lot: LotCardFragment; mayRefresh: boolean }) {
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: 'Mutation failed' });
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
        title: `${lot.lotId}: ${result.satelliteData.status}`,
        description: result.satelliteData.message ?? 'Satellite check done',
      });
    } else {
      toaster.create({ type: 'error', title: 'Satellite check failed', description: result.message });
    }
  };

  return (
    <Flex align="center" gap="2" minW="0">
      <Box flexShrink="0">
        <Satellite aria-hidden size={16} strokeWidth={1.75} />
      </Box>
      <Box flex="1" minW="0" overflowWrap="anywhere">
        {lot.satelliteTimestamp === null ? (
          'No conclusive satellite check yet'
        ) : (
          <>
            Checked {formatDateTime(lot.satelliteTimestamp)}
            {lot.satelliteOutdated && (
              <chakra.span color="pod" fontWeight="600" whiteSpace="nowrap">
                {' '}
                (outdated)
              </chakra.span>
            )}
          </>
        )}
        {sample !== null && (
          <chakra.span title={sample} whiteSpace="nowrap">
            {' '}
            <span aria-hidden>(sample data)</span>
            <chakra.span srOnly>{sample}</chakra.span>
          </chakra.span>
        )}
        {reason !== null && <Box>{reason}</Box>}
      </Box>
      {mayRefresh && latitude !== null && longitude !== null && (
        <Box flexShrink="0" my="-1" me={{ base: '-2.5', md: '-2' }}>
          <IconButton
            label={`Check ${lot.lotId} by satellite again`}
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
