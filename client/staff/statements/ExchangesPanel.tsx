import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../design/Button.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { ExchangesOfStatementDocument, type ExchangesOfStatementQuery } from '../../graphql/generated.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useDownload } from '../lot/useDownload.ts';

type ExchangeRow = NonNullable<ExchangesOfStatementQuery['statement']>['exchanges'][number];

/** Requests to the registry and their answers, for whoever looks for a cause: folded, and read once unfolded. */
export function ExchangesPanel({ statementId }: { statementId: string }) {
  const { say } = useStatementWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      bg="bg.raised"
      px={{ base: '4', md: '5' }}
    >
      <chakra.summary minH="12" py="3" cursor="pointer" fontWeight="600">
        {say('exchanges.title')}
      </chakra.summary>
      {isOpen && (
        <Box pb="4">
          <Exchanges statementId={statementId} />
        </Box>
      )}
    </chakra.details>
  );
}

function Exchanges({ statementId }: { statementId: string }) {
  const words = useStatementWords();
  const { say } = words;
  const { busy, download } = useDownload();
  const { data, error, refetch } = useQuery(ExchangesOfStatementDocument, {
    variables: { id: statementId },
    fetchPolicy: 'cache-and-network',
  });
  const columns = useMemo(() => exchangeColumns(words), [words]);
  const rows = data?.statement?.exchanges;
  return (
    <DataTable
      stacks
      caption={say('exchanges.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      actions={{
        name: say('exchanges.texts'),
        render: ({ id, operation }) => (
          <IconButton
            size="sm"
            label={say('exchanges.download', { operation })}
            icon={<Download aria-hidden />}
            disabled={busy}
            onClick={() => download(`/statements/${statementId}/exchanges/${id}`, `${operation}-${id}.json`)}
          />
        ),
      }}
      loading={say('exchanges.loading')}
      expected={2}
      error={
        error === undefined || rows !== undefined ? undefined : (
          <LoadFailure title={say('exchanges.failed')} error={error} onRetry={refetch} />
        )
      }
      empty={<Box p="4">{say('exchanges.none')}</Box>}
    />
  );
}

function exchangeColumns({ say, formatDateTime }: StatementWords): Column<ExchangeRow>[] {
  return [
    {
      id: 'operation',
      name: say('exchanges.operation'),
      render: ({ operation }) => <chakra.span fontFamily="mono">{operation}</chakra.span>,
    },
    { id: 'at', name: say('exchanges.at'), render: ({ at }) => formatDateTime(at) },
    {
      id: 'status',
      name: say('exchanges.status'),
      figures: true,
      render: ({ status }) => (status === null ? say('exchanges.noAnswer') : String(status)),
    },
  ];
}
