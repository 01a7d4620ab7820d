import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, ListChecks, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { TextLink } from '../../design/TextLink.tsx';
import {
  AssessmentChoicesDocument,
  CompleteMitigationMeasureDocument,
  MitigationMeasuresDocument,
  type MeasurePartsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { toaster } from '../../design/Toaster.tsx';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { AddMeasureDialog } from './AddMeasureDialog.tsx';
import { DUE_DILIGENCE_PATH, dueDiligenceParams } from './dueDiligenceAddress.ts';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';

/** Mitigation measures: open ones first, each by its day. */
export function MeasuresSection({ address, onShow, onDone }: DueDiligenceSectionProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const manages = useMay('manage_due_diligence');
  const [adding, setAdding] = useState(false);
  const [complete] = useWrite(CompleteMitigationMeasureDocument, { failed: say('measures.completeFailed') });
  const { data: choices } = useQuery(AssessmentChoicesDocument);
  const columns = useMemo(
    () => measureColumns(words, new Map(choices?.riskAssessments.assessments.map(({ id, title }) => [id, title]))),
    [words, choices],
  );
  const { data, previousData, error, loading, refetch } = useQuery(MitigationMeasuresDocument, {
    variables: { page: address.page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.mitigationMeasures;
  const finish = (message: string) => {
    onDone(message);
    refetch().catch(() => undefined);
  };
  const markDone = async ({ id }: MeasurePartsFragment): Promise<void> => {
    const written = await complete({ id });
    if (written.kind === 'failed') toaster.create({ type: 'error', title: written.message });
    if (written.kind === 'answered') finish(say('measures.completed'));
  };
  const actions = {
    name: say('measures.actions'),
    render: (row: MeasurePartsFragment) =>
      row.doneAt === null && (
        <ActionMenu
          label={say('measures.completeOf', { what: row.what ?? say('dueDiligence.gone') })}
          actions={[
            { id: 'done', label: say('measures.complete'), icon: CircleCheck, onSelect: () => void markDone(row) },
          ]}
        />
      ),
  };
  return (
    <Box display="grid" gap="5" minW="0">
      {manages && (
        <Flex>
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {say('measures.add')}
          </Button>
        </Flex>
      )}
      <DataTable
        stacks
        caption={say('measures.list')}
        columns={columns}
        rows={shown?.measures}
        rowId={({ id }) => id}
        {...(manages ? { actions } : {})}
        loading={say('measures.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('measures.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={ListChecks} title={say('measures.none')}>
            {say('measures.noneHint')}
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <PaginationControl
          page={shown.pagination.page}
          totalPages={shown.pagination.totalPages}
          onChange={(page) => onShow({ page })}
          label={say('measures.list')}
        />
      )}
      <AddMeasureDialog
        open={adding}
        assessmentId={null}
        onClose={() => setAdding(false)}
        onDone={() => {
          setAdding(false);
          finish(say('measures.added'));
        }}
      />
    </Box>
  );
}

function measureColumns(
  { say, formatDate }: DueDiligenceWords,
  titles: ReadonlyMap<string, string | null>,
): Column<MeasurePartsFragment>[] {
  return [
    {
      id: 'what',
      name: say('measures.what'),
      width: '18rem',
      usual: '12rem',
      render: ({ what }) => <LongText text={what ?? say('dueDiligence.gone')} />,
    },
    {
      id: 'responsible',
      name: say('measures.responsible'),
      width: '11rem',
      usual: '8rem',
      render: ({ responsible }) => <LongText text={responsible ?? say('dueDiligence.gone')} />,
    },
    {
      id: 'about',
      name: say('measures.about'),
      width: '11rem',
      usual: '8rem',
      render: ({ assessmentId, consignmentNumber }) =>
        assessmentId === null ? (
          <LongText text={consignmentNumber ?? say('measures.aboutNone')} />
        ) : (
          <TextLink asChild {...LINE_LINK}>
            <Link
              to={`${DUE_DILIGENCE_PATH}?${dueDiligenceParams({ section: 'assessments', assessment: assessmentId }).toString()}`}
            >
              {titles.get(assessmentId) ?? say('measures.assessment')}
            </Link>
          </TextLink>
        ),
    },
    { id: 'due', name: say('measures.due'), width: '9rem', usual: '6rem', render: ({ dueOn }) => formatDate(dueOn) },
    {
      id: 'state',
      name: say('measures.state'),
      width: '8rem',
      usual: '5rem',
      render: ({ doneAt, isOverdue }) => {
        if (doneAt !== null) return <Badge tone="leaf">{say('measures.done')}</Badge>;
        return isOverdue ? (
          <Badge tone="alarm">{say('measures.overdue')}</Badge>
        ) : (
          <Badge tone="sky">{say('measures.open')}</Badge>
        );
      },
    },
  ];
}
