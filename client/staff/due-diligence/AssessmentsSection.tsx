import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { ClipboardCheck, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import type { ToneName } from '../../design/colors.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { RiskAssessmentsDocument, type ListedAssessmentPartsFragment } from '../../graphql/generated.ts';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { DASH } from '../../words/format.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { assessedThing } from './assessedThing.ts';
import { AssessmentPanel } from './AssessmentPanel.tsx';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';
import { StartAssessmentDialog } from './StartAssessmentDialog.tsx';

/** Risk assessments, or the one that is open. */
export function AssessmentsSection(props: DueDiligenceSectionProps) {
  const { assessment } = props.address;
  if (assessment !== null) return <AssessmentPanel key={assessment} id={assessment} {...props} />;
  return <AssessmentList {...props} />;
}

function AssessmentList({ address, onShow, onDone }: DueDiligenceSectionProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const manages = useMay('manage_due_diligence');
  const [starting, setStarting] = useState(false);
  const columns = useMemo(() => assessmentColumns(words), [words]);
  const { data, previousData, error, loading, refetch } = useQuery(RiskAssessmentsDocument, {
    variables: { page: address.page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.riskAssessments;
  return (
    <Box display="grid" gap="5" minW="0">
      {manages && (
        <Flex>
          <Button onClick={() => setStarting(true)}>
            <Plus aria-hidden />
            {say('assess.start')}
          </Button>
        </Flex>
      )}
      <DataTable
        stacks
        caption={say('assess.list')}
        columns={columns}
        rows={shown?.assessments}
        rowId={({ id }) => id}
        onOpen={({ id }) => onShow({ assessment: id, consignment: null })}
        loading={say('assess.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('assess.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={ClipboardCheck} title={say('assess.none')}>
            {say('assess.noneHint')}
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <PaginationControl
          page={shown.pagination.page}
          totalPages={shown.pagination.totalPages}
          onChange={(page) => onShow({ page })}
          label={say('assess.list')}
        />
      )}
      <StartAssessmentDialog
        open={starting}
        consignmentId={address.consignment}
        onClose={() => setStarting(false)}
        onDone={(id) => {
          setStarting(false);
          onDone(say('assess.started'));
          onShow({ assessment: id, consignment: null });
        }}
      />
    </Box>
  );
}

const STATE_TONES: Record<ListedAssessmentPartsFragment['state'], ToneName> = {
  draft: 'sky',
  current: 'leaf',
  review_due: 'alarm',
};

function assessmentColumns(words: DueDiligenceWords): Column<ListedAssessmentPartsFragment>[] {
  const { say, formatDate } = words;
  return [
    {
      id: 'title',
      name: say('assess.titleColumn'),
      width: '14rem',
      usual: '10rem',
      render: ({ title }) => <LongText text={title ?? say('dueDiligence.gone')} />,
    },
    { id: 'of', name: say('assess.of'), width: '12rem', usual: '8rem', render: (row) => assessedThing(words, row) },
    {
      id: 'state',
      name: say('assess.state'),
      width: '9rem',
      usual: '6rem',
      render: ({ state }) => <Badge tone={STATE_TONES[state]}>{say(`state.${state}`)}</Badge>,
    },
    {
      id: 'conclusion',
      name: say('assess.conclusion'),
      width: '12rem',
      usual: '8rem',
      render: ({ conclusion }) => (conclusion === null ? DASH : say(`conclusion.${conclusion}`)),
    },
    {
      id: 'review',
      name: say('assess.review'),
      width: '9rem',
      usual: '6rem',
      render: ({ nextReviewOn }) => (nextReviewOn === null ? DASH : formatDate(nextReviewOn)),
    },
  ];
}
