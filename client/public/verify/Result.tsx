import { Box, Flex } from '@chakra-ui/react';
import { Panel } from '../../design/Page.tsx';
import { useLotAddress } from '../../siteOrigin.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { CertificateButton } from './CertificateButton.tsx';
import { Journey } from './Journey.tsx';
import { LedgerCard } from './LedgerCard.tsx';
import { LedgerNotice } from './LedgerNotice.tsx';
import { Origin } from './Origin.tsx';
import type { LotAnswer } from './publicAnswers.ts';
import { Quality } from './Quality.tsx';
import { SeenNotice } from './SeenNotice.tsx';
import { ShareButton } from './ShareButton.tsx';
import { StaffLink } from './StaffLink.tsx';
import { Sustainability } from './Sustainability.tsx';
import { useAsOf } from './useAsOf.ts';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { IN_KEPT, useSeen } from './useSeen.ts';
import { VerdictPanel } from './VerdictPanel.tsx';

interface ResultProps extends Pick<VerifyFlow, 'moved' | 'ways' | 'openBlockchain'> {
  answer: LotAnswer;
}

/** Green means verified now: in an offline copy it becomes gray. */
const NOTHING_GREEN = {
  [IN_KEPT]: {
    '--chakra-colors-leaf': 'colors.fg.muted',
    '--chakra-colors-leaf-subtle': 'colors.bg.sunken',
    '--chakra-colors-leaf-solid': 'colors.fg.muted',
  },
};

/** A lot from its verdict to its record; also laid out for print. */
export function Result({ answer, moved, ways, openBlockchain }: ResultProps) {
  const { say, formatDateTime } = useVerifyWords();
  const { lot } = answer;
  const now = useAsOf(answer);
  const address = useLotAddress(lot.lotId);
  const { withDocument } = useSeen(answer);
  return (
    <Flex
      direction="column"
      gap="4"
      // Print: two sheets of A4, without page breaks inside a section.
      css={{
        '@media print': { zoom: 0.8, '& > section': { breakInside: 'avoid' } },
        ...(withDocument ? NOTHING_GREEN : {}),
      }}
    >
      <SeenNotice answer={answer} />
      <VerdictPanel answer={answer} now={now} focused={moved} />
      <LedgerNotice />
      <StaffLink lotId={lot.lotId} />

      <Flex align="flex-start" gap="2" wrap="wrap">
        <ShareButton lotId={lot.lotId} ways={ways} />
        <CertificateButton lotId={lot.lotId} />
      </Flex>

      <Panel title={say('origin.title')}>
        <Origin answer={answer} />
      </Panel>
      <Panel title={say('journey.title')}>
        <Journey answer={answer} />
      </Panel>
      <Panel title={say('quality.title')}>
        <Quality lot={lot} />
      </Panel>
      <Panel title={say('forest.title')}>
        <Sustainability answer={answer} now={now} />
      </Panel>
      <LedgerCard answer={answer} ways={ways} openBlockchain={openBlockchain} />

      <Box fontSize="sm" color="fg.muted">
        {say('result.updated', { moment: formatDateTime(lot.updatedAt) })}
      </Box>
      <Box display="none" _print={{ display: 'block' }} fontSize="sm" overflowWrap="anywhere">
        {say('result.address', { address })}
      </Box>
    </Flex>
  );
}
