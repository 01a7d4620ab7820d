import { Box } from '@chakra-ui/react';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Banner, type BannerProps } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import type { ComplianceFragment } from '../../graphql/generated.ts';
import { type LotWords, useLotWords } from '../../words/lotWords.ts';
import { headingOf } from '../alerts/finding.ts';
import { alertPath } from '../alerts/page/alertAddress.ts';
import type { LotSentence } from './lotSentence.ts';

const LOOKS: Record<LotSentence['kind'], Pick<BannerProps, 'tone' | 'icon'>> = {
  blocked: { tone: 'alarm' },
  deforested: { tone: 'alarm' },
  alert: { tone: 'pod', icon: TriangleAlert },
  investigated: { tone: 'pod', icon: Info },
  pending: { tone: 'pod', icon: Info },
  unchecked: { tone: 'pod', icon: Info },
  waiting: { tone: 'sky' },
  ready: { tone: 'leaf', icon: CircleCheck },
  delivered: { tone: 'leaf', icon: CircleCheck },
};

interface LotHeadlineProps {
  /** null while unknown */
  sentence: LotSentence | null;
  /** undefined while unknown */
  openAlerts: ComplianceFragment['openAlerts'] | undefined;
  onAdvance: () => void;
}

/** First line of a lot: what it needs now, and the button for it. */
export function LotHeadline({ sentence, openAlerts, onAdvance }: LotHeadlineProps) {
  const words = useLotWords();
  if (sentence === null) return null;
  return (
    <Banner role="note" {...LOOKS[sentence.kind]} action={<Action sentence={sentence} onAdvance={onAdvance} />}>
      <Box fontWeight="600" overflowWrap="anywhere">
        {sentenceText(words, sentence, openAlerts)}
      </Box>
    </Banner>
  );
}

function Action({ sentence, onAdvance }: { sentence: LotSentence; onAdvance: () => void }) {
  const { say } = useLotWords();
  if ('alertId' in sentence) {
    // On phones the dialog's footer has it.
    return (
      <Box hideBelow="md">
        <LinkButton size="sm" to={alertPath(sentence.alertId)}>
          {say('lotSentence.openAlert')}
        </LinkButton>
      </Box>
    );
  }
  if (sentence.kind !== 'ready') return null;
  return (
    <Button size="sm" variant="secondary" onClick={onAdvance}>
      {say('lotSentence.advance')}
    </Button>
  );
}

function sentenceText(
  words: LotWords,
  sentence: LotSentence,
  openAlerts: ComplianceFragment['openAlerts'] | undefined,
): string {
  const { say } = words;
  if ('alertId' in sentence) {
    const alert = openAlerts?.find(({ id }) => id === sentence.alertId);
    const finding = alert === undefined ? '' : headingOf(words, alert);
    return say(`lotSentence.${sentence.kind}`, { finding });
  }
  if (sentence.kind === 'ready') return say('lotSentence.ready', { stage: say(`stage.${sentence.to}`) });
  return say(`lotSentence.${sentence.kind}`);
}
