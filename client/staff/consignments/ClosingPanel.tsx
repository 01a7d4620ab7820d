import { Box, chakra, Flex } from '@chakra-ui/react';
import { Circle, CircleCheck, Lock } from 'lucide-react';
import { useState } from 'react';
import { SATELLITE_FRESH_DAYS } from '../../../server/domain/forest/deforestation.ts';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { Panel } from '../../design/Page.tsx';
import {
  CloseConsignmentDocument,
  type ClosingPartsFragment,
  type ConsignmentFactsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { rulesOfClosing } from './closingRules.ts';
import { MendLink, type BlockerParts } from './MendLink.tsx';

const MOST_OF_RULE = 5;

interface ClosingPanelProps {
  consignment: ConsignmentFactsFragment;
  closing: ClosingPartsFragment;
  onDone: (message: string) => void;
  /** the server knows more than this page */
  onStale: () => void;
}

/** The rules of closing, each done or with what breaks it, and the button that closes. */
export function ClosingPanel({ consignment, closing, onDone, onStale }: ClosingPanelProps) {
  const words = useConsignmentWords();
  const { say, formatKg } = words;
  const manages = useMay('manage_consignments');
  const [asking, setAsking] = useState(false);
  const [close] = useWrite(CloseConsignmentDocument, { failed: say('closing.failed') });
  const { id, number, version, lotCount, weight } = consignment;
  const confirm = async () => {
    const written = await close({ id, version });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { closeConsignment } = written.data;
    if (closeConsignment.__typename !== 'ConsignmentSaved') {
      onStale();
      throw new Error(localizedText(words, closeConsignment.said));
    }
    setAsking(false);
    onDone(say('closing.closed'));
  };
  return (
    <Panel title={say('closing.title')}>
      <Box color="fg.muted" fontSize="sm">
        {say('closing.lead')}
      </Box>
      <chakra.ul listStyleType="none" aria-label={say('closing.rules')} display="grid" gap="3" mt="4">
        {rulesOfClosing(closing.blockers, lotCount).map(({ rule, isDone, blockers }) => (
          <chakra.li key={rule} display="flex" gap="2" fontSize="sm" minW="0">
            <Box flexShrink="0" mt="0.5" color={isDone ? 'leaf' : 'fg.muted'}>
              {isDone ? <CircleCheck aria-hidden size={18} /> : <Circle aria-hidden size={18} />}
              <chakra.span srOnly>{say(isDone ? 'closing.ok' : 'closing.notOk')}</chakra.span>
            </Box>
            <Box minW="0">
              {say(`closing.rule.${rule}`, { days: SATELLITE_FRESH_DAYS })}
              <Broken blockers={blockers} />
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
      {closing.blockers.length >= 200 && (
        <Box fontSize="sm" color="fg.muted" mt="3">
          {say('closing.listed', { lots: closing.blockedLots })}
        </Box>
      )}
      {manages && (
        <Flex mt="5" gap="3" align="center" wrap="wrap">
          <Button disabled={!closing.ready} onClick={() => setAsking(true)}>
            <Lock aria-hidden />
            {say('closing.close')}
          </Button>
          <Box fontSize="sm" color="fg.muted" role="status" flex="1 1 12rem">
            {closing.reason !== null && localizedText(words, closing.reason)}
          </Box>
        </Flex>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('closing.closeTitle', { number })}
        action={say('closing.close')}
        busyLabel={say('closing.closing')}
        onConfirm={confirm}
        message={say('closing.closeText', { lots: lotCount, weight: formatKg(weight) })}
      />
    </Panel>
  );
}

/** The first reasons that break a rule, each with the way to mend it. */
function Broken({ blockers }: { blockers: readonly BlockerParts[] }) {
  const words = useConsignmentWords();
  if (blockers.length === 0) return null;
  const rest = blockers.length - MOST_OF_RULE;
  return (
    <chakra.ul listStyleType="none" display="grid" gap="1.5" mt="1.5" color="fg.muted">
      {blockers.slice(0, MOST_OF_RULE).map((blocker) => (
        <chakra.li key={`${blocker.id} ${blocker.reason.code}`} overflowWrap="anywhere">
          <chakra.strong fontWeight="600">{blocker.lotId}</chakra.strong>: {localizedText(words, blocker.reason)}
          <Box>
            <MendLink blocker={blocker} />
          </Box>
        </chakra.li>
      ))}
      {rest > 0 && <chakra.li>{words.say('closing.more', { count: rest })}</chakra.li>}
    </chakra.ul>
  );
}
