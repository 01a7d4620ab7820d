import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { ClipboardCheck, Gavel, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  criteriaFor,
  RISK_CRITERIA,
  type CriterionRisk,
  type RiskCriterion,
} from '../../../server/domain/due-diligence/riskCriteria.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import type { ToneName } from '../../design/colors.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { RiskAssessmentDocument, type AssessmentPartsFragment } from '../../graphql/generated.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { DASH } from '../../words/format.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { AddMeasureDialog } from './AddMeasureDialog.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { assessedThing } from './assessedThing.ts';
import { ConcludeDialog } from './ConcludeDialog.tsx';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';

const RISK_TONES: Record<CriterionRisk, ToneName> = { negligible: 'leaf', not_negligible: 'alarm', not_known: 'pod' };

type Answered = AssessmentPartsFragment['answers'][number];

/** One assessment: its criteria with their answers, and its conclusion. */
export function AssessmentPanel({ id, onShow, onDone }: DueDiligenceSectionProps & { id: string }) {
  const { say } = useDueDiligenceWords();
  const { data, error, refetch } = useQuery(RiskAssessmentDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const assessment = data?.riskAssessment;
  const back = (
    <Flex>
      <Button variant="secondary" onClick={() => onShow({ assessment: null })}>
        {say('assess.back')}
      </Button>
    </Flex>
  );
  return (
    <Box display="grid" gap="5" minW="0">
      {back}
      {assessment !== null && assessment !== undefined && (
        <Known assessment={assessment} onDone={onDone} onStale={() => void refetch().catch(() => undefined)} />
      )}
      {assessment === undefined && error !== undefined && (
        <LoadFailure title={say('assess.failed')} error={error} onRetry={refetch} />
      )}
      {assessment === undefined && error === undefined && (
        <Delayed label={say('assess.loading')}>
          <DetailSkeleton rows={8} />
        </Delayed>
      )}
      {assessment === null && (
        <EmptyState icon={ClipboardCheck} title={say('assess.gone')}>
          {say('assess.goneHint')}
        </EmptyState>
      )}
    </Box>
  );
}

interface KnownProps {
  assessment: AssessmentPartsFragment;
  onDone: (message: string) => void;
  /** the server knows more than this page */
  onStale: () => void;
}

function Known({ assessment, onDone, onStale }: KnownProps) {
  const words = useDueDiligenceWords();
  const { say, formatDate } = words;
  const mayManage = useMay('manage_due_diligence');
  const manages = mayManage && assessment.state === 'draft';
  const [mitigating, setMitigating] = useState(false);
  const [answering, setAnswering] = useState<RiskCriterion | null>(null);
  const [concluding, setConcluding] = useState(false);
  const answers = new Map(assessment.answers.map((answer) => [answer.criterion, answer]));
  const isSimplified = criteriaFor(assessment.country).length < RISK_CRITERIA.length;
  const { conclusion, nextReviewOn } = assessment;
  return (
    <>
      <Panel
        title={assessment.title ?? say('dueDiligence.gone')}
        actions={
          mayManage && (
            <>
              <Button size="sm" variant="secondary" onClick={() => setMitigating(true)}>
                <Plus aria-hidden />
                {say('measures.add')}
              </Button>
              {manages && (
                <Button size="sm" onClick={() => setConcluding(true)}>
                  <Gavel aria-hidden />
                  {say('assess.conclude')}
                </Button>
              )}
            </>
          )
        }
      >
        <Facts
          items={[
            [say('assess.of'), assessedThing(words, assessment)],
            [say('assess.state'), say(`state.${assessment.state}`)],
            [say('assess.conclusion'), conclusion === null ? DASH : say(`conclusion.${conclusion}`)],
            [say('assess.review'), nextReviewOn === null ? DASH : formatDate(nextReviewOn)],
          ]}
        />
      </Panel>
      <Panel title={say('assess.criteria')}>
        {isSimplified && (
          <Box color="fg.muted" fontSize="sm" mb="4">
            {say('assess.simplified')}
          </Box>
        )}
        <chakra.ul listStyleType="none" display="grid" gap="4" aria-label={say('assess.criteria')}>
          {RISK_CRITERIA.map((criterion) => (
            <Criterion
              key={criterion}
              criterion={criterion}
              answer={answers.get(criterion)}
              onAnswer={manages ? () => setAnswering(criterion) : null}
            />
          ))}
        </chakra.ul>
      </Panel>
      <AnswerDialog
        assessment={assessment}
        criterion={answering}
        onClose={() => {
          setAnswering(null);
          onStale();
        }}
        onDone={() => {
          setAnswering(null);
          onDone(say('assess.saved'));
        }}
      />
      <AddMeasureDialog
        open={mitigating}
        assessmentId={assessment.id}
        onClose={() => setMitigating(false)}
        onDone={() => {
          setMitigating(false);
          onDone(say('measures.added'));
        }}
      />
      <ConcludeDialog
        assessment={assessment}
        open={concluding}
        onClose={() => {
          setConcluding(false);
          onStale();
        }}
        onDone={() => {
          setConcluding(false);
          onDone(say('assess.concluded'));
        }}
      />
    </>
  );
}

interface CriterionProps {
  criterion: RiskCriterion;
  answer: Answered | undefined;
  onAnswer: (() => void) | null;
}

function Criterion({ criterion, answer, onAnswer }: CriterionProps) {
  const { say } = useDueDiligenceWords();
  return (
    <chakra.li display="flex" gap="3" alignItems="flex-start" flexWrap="wrap" minW="0">
      <Box flex="1 1 16rem" minW="0" overflowWrap="anywhere">
        {say('assess.criterion', { letter: criterion, text: say(`criterion.${criterion}`) })}
        {answer === undefined ? (
          <Box fontSize="sm" color="fg.muted">
            {say('assess.open')}
          </Box>
        ) : (
          <Box fontSize="sm" mt="1" display="grid" gap="1" justifyItems="start">
            <Badge tone={RISK_TONES[answer.risk]}>{say(`risk.${answer.risk}`)}</Badge>
            <Box>{answer.reason ?? say('dueDiligence.gone')}</Box>
            <Box color="fg.muted">{say('assess.evidence', { count: answer.evidence.length })}</Box>
          </Box>
        )}
      </Box>
      {onAnswer !== null && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={say('assess.answerOf', { letter: criterion })}
          onClick={onAnswer}
        >
          {say(answer === undefined ? 'assess.answer' : 'assess.again')}
        </Button>
      )}
    </chakra.li>
  );
}
