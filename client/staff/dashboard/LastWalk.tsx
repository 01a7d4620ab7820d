import { useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { DashboardHealthDocument, type DashboardHealthQuery } from '../../graphql/generated.ts';
import { type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { saidWord } from '../../words/saidWords.ts';

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/**
 * What lists and figures rest on: when all lots were last compared with the ledger, and what came of it (decisions, 'Against
 * whoever can write the database').
 */
export function LastWalk() {
  const words = useStaffWords();
  const { data } = useQuery(DashboardHealthDocument);
  if (data === undefined) return null;
  const { walk } = data.health;
  const sound = walk.status === 'ok';
  return (
    <Flex align="baseline" gap="2" mt="3" fontSize="sm" color={sound ? 'fg.muted' : 'alarm'}>
      <Flex flexShrink="0" alignSelf="flex-start" pt="0.5">
        {sound ? <ShieldCheck {...ICON} /> : <ShieldAlert {...ICON} />}
      </Flex>
      <span>{findingOf(words, walk)}</span>
    </Flex>
  );
}

function findingOf(words: StaffWords, walk: DashboardHealthQuery['health']['walk']): string {
  const { say, formatDateTime } = words;
  const { status, at, lots, differing, said } = walk;
  if (at === null || lots === null) return say('walk.never');
  const when = formatDateTime(at);
  if (status === 'ok') return say('walk.sound', { when, lots });
  const finding = differing ? say('walk.differing', { when, lots, differing }) : say('walk.unsound', { when, lots });
  return said === null ? finding : say('walk.because', { finding, reason: saidWord(words, said) });
}
