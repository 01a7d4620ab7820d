import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, Clock } from 'lucide-react';
import { Badge, StageBadge, StatusBadge } from '../../design/Badge.tsx';
import type { LotDetailFragment } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { ledgerLabel } from '../lots/list/lotFacts.ts';
import { Compliance } from './Compliance.tsx';
import { ConsumerTransparency } from './ConsumerTransparency.tsx';
import { FarmInfo } from './FarmInfo.tsx';
import { LotHistoryPanel } from './LotHistoryPanel.tsx';
import { LotPlotsPanel } from './LotPlotsPanel.tsx';
import { ProcessInfo } from './ProcessInfo.tsx';
import { SatelliteMonitoring } from './SatelliteMonitoring.tsx';
import type { LotDetailParts } from './useLotDetail.ts';

/** A lot's detail in six sections (docs/spec/staff-screens.md, 'Lot detail'), plus its plots if it has any. */
export function LotDetail({ lot, parts }: { lot: LotDetailFragment; parts: LotDetailParts }) {
  const { say } = useLotWords();
  const label = ledgerLabel(lot.blockchainHash);
  const recorded = label === 'lotRecord.recorded';
  return (
    <Flex direction="column" gap="4">
      <Flex gap="1.5" wrap="wrap">
        <StageBadge stage={lot.currentProcess} />
        <StatusBadge status={lot.deforestationStatus} />
        <Badge tone={recorded ? 'leaf' : 'pod'} icon={recorded ? CircleCheck : Clock}>
          {say(label)}
        </Badge>
      </Flex>
      <Box display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <FarmInfo lot={lot} />
        <ProcessInfo lot={lot} history={parts.history.data?.lotHistory ?? []} />
      </Box>
      <LotPlotsPanel lot={lot} plots={parts.plots} />
      <SatelliteMonitoring lot={lot} evidence={parts.evidence} compliance={parts.compliance} />
      <Box display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <Compliance lot={lot} compliance={parts.compliance} />
        <ConsumerTransparency lot={lot} />
      </Box>
      <LotHistoryPanel history={parts.history} />
    </Flex>
  );
}
