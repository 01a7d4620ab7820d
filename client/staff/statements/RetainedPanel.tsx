import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { SelectField } from '../../design/Field.tsx';
import { ROW_LINK } from '../../design/linkLooks.ts';
import { Panel } from '../../design/Page.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { RetainedStatementsDocument, type RetainedStatementsQuery } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { statementPath } from './statementAddress.ts';
import { StatementStateBadge } from './StatementStateBadge.tsx';

const YEAR_DAYS = 365;
/** The server looks ahead at most 2,000 days: all that is kept is due within five years and some days. */
const LOOKING_AHEAD = [1, 2, 5] as const;
const MOST_DAYS = 2_000;

type RetainedRow = RetainedStatementsQuery['retainedStatements'][number];

/** Filed statements by the day until which they are kept, those that are due first on top. */
export function RetainedPanel() {
  const words = useStatementWords();
  const { say } = words;
  const [years, setYears] = useState<number>(LOOKING_AHEAD[0]);
  const days = years === LOOKING_AHEAD.at(-1) ? MOST_DAYS : years * YEAR_DAYS;
  const { data, error, refetch } = useQuery(RetainedStatementsDocument, {
    variables: { days },
    fetchPolicy: 'cache-and-network',
  });
  const rows = data?.retainedStatements;
  const columns = useMemo(() => retainedColumns(words), [words]);
  return (
    <Panel title={say('retained.title')}>
      <Box color="fg.muted" fontSize="sm" mb="4">
        {say('retained.lead')}
      </Box>
      <Box maxW="14rem" mb="4">
        <SelectField
          label={say('retained.within')}
          value={String(years)}
          onChange={(chosen) => setYears(Number(chosen))}
          options={LOOKING_AHEAD.map((count) => ({ value: String(count), label: say('retained.years', { count }) }))}
        />
      </Box>
      <DataTable
        stacks
        caption={say('retained.list')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        loading={say('retained.loading')}
        expected={2}
        error={
          error === undefined || rows !== undefined ? undefined : (
            <LoadFailure title={say('retained.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<Box p="4">{say('retained.none')}</Box>}
      />
    </Panel>
  );
}

function retainedColumns({ say, formatDateTime, formatDate }: StatementWords): Column<RetainedRow>[] {
  return [
    {
      id: 'reference',
      name: say('statements.reference'),
      render: ({ id, internalReference }) => (
        <TextLink asChild {...ROW_LINK}>
          <Link to={statementPath(id)}>{internalReference}</Link>
        </TextLink>
      ),
    },
    {
      id: 'consignment',
      name: say('retained.consignment'),
      render: ({ consignmentId, consignmentNumber }) => (
        <TextLink asChild {...ROW_LINK}>
          <Link to={consignmentPath(consignmentId)}>{consignmentNumber}</Link>
        </TextLink>
      ),
    },
    { id: 'number', name: say('statements.registryNumber'), render: ({ referenceNumber }) => referenceNumber ?? DASH },
    { id: 'state', name: say('statements.state'), render: ({ state }) => <StatementStateBadge state={state} /> },
    { id: 'filed', name: say('retained.filedAt'), render: ({ filedAt }) => formatDateTime(filedAt) },
    { id: 'until', name: say('retained.until'), render: ({ retainedUntil }) => formatDate(retainedUntil) },
  ];
}
