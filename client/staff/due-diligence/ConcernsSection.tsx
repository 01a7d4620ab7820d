import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { MessageSquareReply, MessageSquareWarning, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { SubstantiatedConcernsDocument, type ConcernPartsFragment } from '../../graphql/generated.ts';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { AnswerConcernDialog, LogConcernDialog } from './ConcernDialogs.tsx';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';

/** Concerns that somebody outside raised: open ones first. */
export function ConcernsSection({ address, onShow, onDone }: DueDiligenceSectionProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const manages = useMay('manage_due_diligence');
  const [logging, setLogging] = useState(false);
  const [answering, setAnswering] = useState<ConcernPartsFragment | null>(null);
  const columns = useMemo(() => concernColumns(words), [words]);
  const { data, previousData, error, loading, refetch } = useQuery(SubstantiatedConcernsDocument, {
    variables: { page: address.page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.substantiatedConcerns;
  const finish = (message: string) => {
    setLogging(false);
    setAnswering(null);
    onDone(message);
    refetch().catch(() => undefined);
  };
  const actions = {
    name: say('concerns.actions'),
    render: (row: ConcernPartsFragment) =>
      row.answeredAt === null && (
        <ActionMenu
          label={say('concerns.answerOf', { name: row.raisedBy ?? say('dueDiligence.gone') })}
          actions={[
            {
              id: 'answer',
              label: say('concerns.answer'),
              icon: MessageSquareReply,
              onSelect: () => setAnswering(row),
            },
          ]}
        />
      ),
  };
  return (
    <Box display="grid" gap="5" minW="0">
      {manages && (
        <Flex>
          <Button onClick={() => setLogging(true)}>
            <Plus aria-hidden />
            {say('concerns.log')}
          </Button>
        </Flex>
      )}
      <DataTable
        stacks
        caption={say('concerns.list')}
        columns={columns}
        rows={shown?.concerns}
        rowId={({ id }) => id}
        {...(manages ? { actions } : {})}
        loading={say('concerns.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('concerns.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={MessageSquareWarning} title={say('concerns.none')}>
            {say('concerns.noneHint')}
          </EmptyState>
        }
      />
      {shown !== undefined && (
        <PaginationControl
          page={shown.pagination.page}
          totalPages={shown.pagination.totalPages}
          onChange={(page) => onShow({ page })}
          label={say('concerns.list')}
        />
      )}
      <LogConcernDialog
        open={logging}
        onClose={() => setLogging(false)}
        onDone={() => finish(say('concerns.logged'))}
      />
      <AnswerConcernDialog
        concern={answering}
        onClose={() => setAnswering(null)}
        onDone={() => finish(say('concerns.answered'))}
      />
    </Box>
  );
}

function concernColumns({ say, formatDate }: DueDiligenceWords): Column<ConcernPartsFragment>[] {
  const gone = say('dueDiligence.gone');
  return [
    {
      id: 'from',
      name: say('concerns.from'),
      width: '11rem',
      usual: '8rem',
      render: ({ raisedBy }) => <LongText text={raisedBy ?? gone} />,
    },
    {
      id: 'on',
      name: say('concerns.on'),
      width: '8rem',
      usual: '6rem',
      render: ({ receivedOn }) => formatDate(receivedOn),
    },
    { id: 'text', name: say('concerns.text'), width: '18rem', usual: '12rem', render: ({ text }) => text ?? gone },
    {
      id: 'about',
      name: say('concerns.about'),
      width: '10rem',
      usual: '7rem',
      render: ({ consignmentNumber, lotNumber }) => (
        <LongText text={lotNumber ?? consignmentNumber ?? say('concerns.aboutNone')} />
      ),
    },
    {
      id: 'answer',
      name: say('concerns.answerColumn'),
      width: '14rem',
      usual: '9rem',
      render: ({ answer, answeredAt }) => (answeredAt === null ? say('concerns.unanswered') : (answer ?? gone)),
    },
  ];
}
