import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ROW_LINK } from '../../design/linkLooks.ts';
import type { Column } from '../../design/table/columns.ts';
import { TextLink } from '../../design/TextLink.tsx';
import type { StatementRowFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import type { StatementWords } from '../../words/statementWords.ts';
import { statementPath } from './statementAddress.ts';
import { StatementStateBadge } from './StatementStateBadge.tsx';

type ListedStatement = StatementRowFragment & { alertsSince?: readonly { id: string }[] };

/** Columns of statements in a list: those of a consignment, or the parts of a split one. */
export function statementColumns(words: StatementWords): Column<ListedStatement>[] {
  const { say, formatKg, formatCount, formatCountry, formatList } = words;
  return [
    {
      id: 'reference',
      name: say('statements.reference'),
      width: '13rem',
      usual: '8rem',
      render: ({ id, internalReference }) => (
        <TextLink asChild {...ROW_LINK}>
          <Link to={statementPath(id)}>{internalReference}</Link>
        </TextLink>
      ),
    },
    {
      id: 'kind',
      name: say('statements.kind'),
      usual: '9rem',
      render: ({ kind, partNumber }) => (
        <>
          {say(`statement.kind.${kind}`)}
          {partNumber !== null && <Box color="fg.muted">{say('parts.one', { number: partNumber })}</Box>}
        </>
      ),
    },
    {
      id: 'state',
      name: say('statements.state'),
      usual: '6rem',
      render: ({ state, amendments, alertsSince = [] }) => (
        <Box display="grid" gap="1" justifyItems="start">
          <StatementStateBadge state={state} amendments={amendments} />
          {alertsSince.length > 0 && (
            <chakra.span color="pod" fontWeight="600">
              {say('statements.alertsShort', { count: alertsSince.length })}
            </chakra.span>
          )}
        </Box>
      ),
    },
    {
      id: 'mass',
      name: say('statements.netMass'),
      figures: true,
      usual: '5rem',
      render: ({ netMass }) => formatKg(netMass),
    },
    {
      id: 'producers',
      name: say('statements.producers'),
      figures: true,
      usual: '3rem',
      render: ({ producerCount }) => formatCount(producerCount),
    },
    {
      id: 'countries',
      name: say('statements.countries'),
      usual: '8rem',
      render: ({ countries }) => formatList(countries.map((code) => formatCountry(code) ?? code)) || DASH,
    },
  ];
}
