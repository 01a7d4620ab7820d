import { useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { DashboardHealthDocument, type DashboardHealthQuery } from '../../graphql/generated.ts';
import { type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

type Walk = DashboardHealthQuery['health']['walk'];

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

/**
 * Time and result of the last comparison of all lots with the ledger (docs/spec/ledger-and-verification.md, 'Integrity
 * audit'). Only users who see all lots get the number of lots.
 */
export function LastIntegrityAudit() {
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

function findingOf(words: StaffWords, walk: Walk): string {
  const { say, formatDateTime } = words;
  const { status, at, lots, said } = walk;
  if (at === null) return say('lastAudit.never');
  const when = formatDateTime(at);
  if (status === 'ok')
    return lots === null ? say('lastAudit.soundAlone', { when }) : say('lastAudit.sound', { when, lots });
  const finding = comparedOf(words, when, walk);
  return said === null ? finding : say('lastAudit.because', { finding, reason: localizedText(words, said) });
}

function comparedOf({ say }: StaffWords, when: string, { lots, differing }: Pick<Walk, 'lots' | 'differing'>): string {
  if (lots === null) return say('lastAudit.tamperedAlone', { when });
  return differing ? say('lastAudit.differing', { when, lots, differing }) : say('lastAudit.tampered', { when, lots });
}
