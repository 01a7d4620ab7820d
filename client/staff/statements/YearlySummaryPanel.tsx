import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { SelectField } from '../../design/Field.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { StatementSummaryDocument, type StatementSummaryQuery } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';

/** Years that are offered: this one, and those that statements are kept for. */
const YEARS_OFFERED = 6;

/** The figures of one calendar year, for the yearly report. */
export function YearlySummaryPanel() {
  const { say } = useStatementWords();
  const [thisYear] = useState(() => new Date().getUTCFullYear());
  const [year, setYear] = useState(thisYear);
  const { data, error, refetch } = useQuery(StatementSummaryDocument, {
    variables: { year },
    fetchPolicy: 'cache-and-network',
  });
  const years = Array.from({ length: YEARS_OFFERED }, (_, back) => String(thisYear - back));
  return (
    <Panel title={say('summary.title')}>
      <Box color="fg.muted" fontSize="sm" mb="4">
        {say('summary.lead')}
      </Box>
      <Box maxW="14rem" mb="4">
        <SelectField
          label={say('summary.year')}
          value={String(year)}
          onChange={(chosen) => setYear(Number(chosen))}
          options={years.map((one) => ({ value: one, label: one }))}
        />
      </Box>
      {error !== undefined && data === undefined && (
        <LoadFailure title={say('summary.failed')} error={error} onRetry={refetch} />
      )}
      {error === undefined && data === undefined && (
        <Delayed label={say('summary.loading')}>
          <DetailSkeleton rows={6} />
        </Delayed>
      )}
      {data !== undefined && <SummaryFacts summary={data.statementSummary} />}
    </Panel>
  );
}

function SummaryFacts({ summary }: { summary: StatementSummaryQuery['statementSummary'] }) {
  const words = useStatementWords();
  const { say, formatCount, formatKg, formatCountry, formatList } = words;
  if (summary.statements === 0) return <Box>{say('summary.none', { year: String(summary.year) })}</Box>;
  const states = summary.byState.map(({ state, statements: count }) =>
    say('summary.byState', { state: say(`statement.state.${state}`), count }),
  );
  const conclusions = summary.conclusions.map(({ status, origins: count }) =>
    say('summary.conclusion', { status, count }),
  );
  return (
    <Facts
      items={[
        [
          say('summary.statements'),
          <Box key="statements">
            {formatCount(summary.statements)}
            <Box color="fg.muted">{formatList(states)}</Box>
          </Box>,
        ],
        [say('summary.netMass'), formatKg(summary.netMass)],
        [say('summary.consignments'), formatCount(summary.consignments)],
        [say('summary.lots'), formatCount(summary.lots)],
        [say('summary.origins'), formatCount(summary.origins)],
        [say('statements.producers'), formatCount(summary.producers)],
        [say('statements.plots'), formatCount(summary.plots)],
        [say('statements.countries'), formatList(summary.countries.map((code) => formatCountry(code) ?? code)) || DASH],
        [say('summary.conclusions'), formatList(conclusions) || DASH],
      ]}
    />
  );
}
