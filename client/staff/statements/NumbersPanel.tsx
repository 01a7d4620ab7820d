import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import type { StatementWholeFragment } from '../../graphql/generated.ts';
import { useStatementWords } from '../../words/statementWords.ts';

/** The numbers of a statement, and when what happened to it. */
export function NumbersPanel({ statement }: { statement: StatementWholeFragment }) {
  const { say, formatDateTime } = useStatementWords();
  const { referenceNumber, verificationNumber, registryUuid, numbersPublic } = statement;
  const { submittedAt, rejection, withdrawnAt, archivedAt } = statement;
  const copied = (name: string, what: string, text: string): readonly [string, ReactNode] => [
    name,
    <CopyableValue key={name} name={what} text={text} shown={text} />,
  ];
  const items: (readonly [string, ReactNode])[] = [
    ...(referenceNumber === null
      ? []
      : [copied(say('numbers.reference'), say('numbers.copyReference'), referenceNumber)]),
    ...(verificationNumber === null
      ? []
      : [copied(say('numbers.verification'), say('numbers.copyVerification'), verificationNumber)]),
    ...(registryUuid === null ? [] : [copied(say('numbers.registry'), say('numbers.copyRegistry'), registryUuid)]),
    ...(submittedAt === null ? [] : [[say('statement.submittedAt'), formatDateTime(submittedAt)] as const]),
    ...(rejection === null ? [] : [[say('numbers.rejection'), rejection] as const]),
    ...(withdrawnAt === null ? [] : [[say('statement.withdrawnAt'), formatDateTime(withdrawnAt)] as const]),
    ...(archivedAt === null ? [] : [[say('statement.archivedAt'), formatDateTime(archivedAt)] as const]),
    ...(referenceNumber === null
      ? []
      : [[say('numbers.public'), say(numbersPublic ? 'statement.yes' : 'statement.no')] as const]),
  ];
  return (
    <Panel title={say('numbers.title')}>
      {referenceNumber === null && (
        <Box color="fg.muted" fontSize="sm" mb={items.length === 0 ? '0' : '3'}>
          {say('numbers.none')}
        </Box>
      )}
      {items.length > 0 && <Facts items={items} />}
    </Panel>
  );
}
