import { Box, Flex } from '@chakra-ui/react';
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { WalkLedgerDocument, type LedgerStateQuery } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { HEALTH } from '../../../server/domain/messages/healthMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { REFUSED_EVENTS_ID } from './RefusedEvents.tsx';

const LOOK_AGAIN_MS = 3_000;
/** Maximum number of polls for a long audit. */
const LOOKS = 100;

type Health = LedgerStateQuery['health'];

interface IntegrityAuditPanelProps {
  health: Health;
  mayAsk: boolean;
  /** reloads the state */
  onAsk: () => Promise<unknown>;
}

/** Result of the last comparison of ledger and tables, and progress of the current one; admins can start one. */
export function IntegrityAuditPanel({ health, mayAsk, onAsk }: IntegrityAuditPanelProps) {
  const words = useOfficeWords();
  const { say, formatDateTime, formatCount } = words;
  const { walk, ledger, queue, seals } = health;
  const [walkNow, asking] = useWrite(WalkLedgerDocument, { failed: say('ledgerWalk.askFailed') });
  // End of the last audit when this one was requested.
  const [since, setSince] = useState<{ at: string | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const waits = since !== null && since.at === walk.at;
  useLooking(waits, onAsk);

  const ask = async () => {
    setFailure(null);
    setSince(null);
    const written = await walkNow({});
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind === 'answered') setSince({ at: walk.at });
  };
  const finding = findingOf(words, walk);
  const { progress } = walk;
  const troubles = [ledger.said, queue.said].filter((said) => said !== null);
  return (
    <Panel
      title={say('ledgerWalk.title')}
      actions={
        mayAsk && (
          <Button
            variant="secondary"
            size="sm"
            busy={asking || waits}
            busyLabel={say('ledgerWalk.asking')}
            onClick={() => void ask()}
          >
            {say('ledgerWalk.now')}
          </Button>
        )
      }
    >
      <Flex align="center" gap="3" mb="3" color={finding.tone}>
        <Box flexShrink="0">
          <finding.icon aria-hidden size={28} strokeWidth={1.75} />
        </Box>
        <Box fontSize="lg" fontWeight="600" lineHeight="1.3">
          {finding.text}
        </Box>
      </Flex>
      <Box aria-live="polite">
        {waits && (
          <Banner tone="sky" mb="4">
            {say('ledgerWalk.asked')}
          </Banner>
        )}
        {since !== null && !waits && (
          <Banner tone="leaf" mb="4">
            {say('ledgerWalk.done')}
          </Banner>
        )}
      </Box>
      {failure !== null && <Banner mb="4">{failure}</Banner>}
      {walk.said !== null && (
        <Banner tone="alarm" mb="4">
          {localizedText(words, walk.said)} {say('ledgerWalk.faultsHint')}
        </Banner>
      )}
      {troubles.map((said) => (
        <Banner
          key={said.code}
          tone="pod"
          mb="4"
          action={
            mayAsk &&
            said.code === HEALTH.eventsRefused.code && (
              <TextLink href={`#${REFUSED_EVENTS_ID}`}>{say('refusedEvents.show')}</TextLink>
            )
          }
        >
          {localizedText(words, said)}
        </Banner>
      ))}
      <Facts
        items={[
          [say('ledgerWalk.at'), formatDateTime(walk.at)],
          ...(progress === null ? [] : [underWay(words, progress)]),
          [say('ledgerWalk.coveredSince'), formatDateTime(walk.coveredSince)],
          [say('ledgerWalk.lots'), formatCount(walk.lots)],
          [say('ledgerWalk.differing'), formatCount(walk.differing)],
          [say('ledgerWalk.all'), formatCount(walk.faults)],
          [say('ledgerWalk.broken'), formatCount(seals.broken.reduce((sum, { count }) => sum + count, 0))],
        ]}
      />
      <Box mt="4" fontSize="sm" color="fg.muted">
        {say('ledgerWalk.what')}
      </Box>
    </Panel>
  );
}

/** Progress of the running audit. */
function underWay(
  { say, formatDateTime }: OfficeWords,
  { startedAt, ...figures }: NonNullable<Health['walk']['progress']>,
): [string, string] {
  return [
    say('ledgerWalk.progress'),
    say('ledgerWalk.progressOf', { ...figures, startedAt: formatDateTime(startedAt) }),
  ];
}

/** Polls every few seconds while a result is pending. */
function useLooking(waits: boolean, look: () => Promise<unknown>) {
  const again = useEffectEvent(() => void look().catch(() => undefined));
  useEffect(() => {
    if (!waits) return undefined;
    let left = LOOKS;
    const timer = setInterval(() => {
      left -= 1;
      again();
      if (left === 0) clearInterval(timer);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits]);
}

function findingOf({ say }: OfficeWords, { at, faults, status }: Health['walk']) {
  if (at === null) return { text: say('ledgerWalk.never'), icon: ShieldQuestionMark, tone: 'fg.muted' };
  if (faults !== null && faults > 0) {
    return { text: say('ledgerWalk.faults', { faults }), icon: ShieldAlert, tone: 'alarm' };
  }
  return status === 'ok'
    ? { text: say('ledgerWalk.sound'), icon: ShieldCheck, tone: 'leaf' }
    : { text: say('ledgerWalk.late'), icon: ShieldAlert, tone: 'pod' };
}
