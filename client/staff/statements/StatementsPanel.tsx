import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { FileCheck2, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsignmentState } from '../../../server/domain/consignment/states.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Panel } from '../../design/Page.tsx';
import { DataTable } from '../../design/table/DataTable.tsx';
import { StatementsOfConsignmentDocument } from '../../graphql/generated.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { NewStatementDialog } from './NewStatementDialog.tsx';
import { statementPath } from './statementAddress.ts';
import { statementColumns } from './statementColumns.tsx';
import { useStatementNews } from './useStatementNews.ts';

interface StatementsPanelProps {
  consignment: { id: string; number: string; state: ConsignmentState };
}

/** The statements of a consignment, and the way to make one. */
export function StatementsPanel({ consignment }: StatementsPanelProps) {
  const words = useStatementWords();
  const { say } = words;
  const manages = useMay('manage_statements');
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const variables = { consignmentId: consignment.id };
  const { data, error, refetch, startPolling, stopPolling } = useQuery(StatementsOfConsignmentDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.statements;
  useStatementNews({
    consignmentId: consignment.id,
    isWorking: rows?.some(({ filing }) => filing !== null) === true,
    query: StatementsOfConsignmentDocument,
    variables,
    startPolling,
    stopPolling,
  });
  const columns = useMemo(() => statementColumns(words), [words]);
  const isOpen = consignment.state === 'open';
  return (
    <Panel
      title={say('statements.panel')}
      actions={
        manages && (
          <Button size="sm" variant="secondary" disabled={isOpen} onClick={() => setMaking(true)}>
            <Plus aria-hidden />
            {say('statements.new')}
          </Button>
        )
      }
    >
      <Box color="fg.muted" fontSize="sm" mb="4">
        {say('statements.panelLead')}
      </Box>
      <DataTable
        stacks
        caption={say('statements.list')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        loading={say('statements.loading')}
        expected={1}
        error={
          error === undefined || rows !== undefined ? undefined : (
            <LoadFailure title={say('statements.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={FileCheck2} title={say('statements.none')}>
            {isOpen ? say('statements.noneOpen') : say(manages ? 'statements.noneClosed' : 'statements.noneReader')}
          </EmptyState>
        }
      />
      <NewStatementDialog
        consignment={consignment}
        open={making}
        onClose={() => setMaking(false)}
        onMade={({ id, internalReference }) => {
          setMaking(false);
          void navigate(statementPath(id), {
            state: { done: say('done.created', { reference: internalReference }) },
          });
        }}
      />
    </Panel>
  );
}
