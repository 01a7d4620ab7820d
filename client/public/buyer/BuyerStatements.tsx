import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, FileCheck2, type LucideIcon } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { useTextWords } from '../../words/textWords.ts';
import type { BuyerStatementRow, FiledState } from './buyerAnswer.ts';

const PLAIN = { icon: FileCheck2 };
const LOOKS: Partial<Record<FiledState, { tone?: ToneName; icon: LucideIcon }>> = {
  available: { tone: 'leaf', icon: CircleCheck },
  grouped: { tone: 'leaf', icon: CircleCheck },
  rejected: { tone: 'alarm', icon: CircleAlert },
  withdrawn: { tone: 'pod', icon: CircleAlert },
};

/** The statements of a consignment, with the numbers by which others refer to them. */
export function BuyerStatements({ statements }: { statements: readonly BuyerStatementRow[] }) {
  const { say } = useTextWords();
  return (
    <>
      <p>{say('buyer.statementsLead')}</p>
      <Box display="grid" gap="3" mt="3">
        {statements.map((statement) => (
          <Statement key={`${statement.internalReference} ${statement.state}`} statement={statement} />
        ))}
      </Box>
    </>
  );
}

function Statement({ statement }: { statement: BuyerStatementRow }) {
  const { say, formatDateTime } = useTextWords();
  const { internalReference, referenceNumber, verificationNumber, submittedAt, state } = statement;
  const { tone, icon } = { tone: undefined, ...(LOOKS[state] ?? PLAIN) };
  const numbers = [
    { name: say('buyer.reference'), what: say('buyer.copyReference'), text: referenceNumber },
    { name: say('buyer.verification'), what: say('buyer.copyVerification'), text: verificationNumber },
  ];
  return (
    <Box borderWidth="1px" borderColor="line" borderRadius="control" p="3">
      <Flex gap="2" align="center" justify="space-between" wrap="wrap">
        <Box fontWeight="600" overflowWrap="anywhere" minW="0">
          {say('buyer.statementOf', { reference: internalReference })}
        </Box>
        <Badge icon={icon} {...(tone === undefined ? {} : { tone })}>
          {say(`buyer.statement.${state}`)}
        </Badge>
      </Flex>
      {submittedAt !== null && (
        <Box fontSize="sm" color="fg.muted">
          {say('buyer.submittedAt', { when: formatDateTime(submittedAt) })}
        </Box>
      )}
      {referenceNumber === null ? (
        <Box mt="1" fontSize="sm" color="fg.muted">
          {say('buyer.noNumbers')}
        </Box>
      ) : (
        <chakra.dl display="grid" gap="1" mt="2" fontSize="sm">
          {numbers.map(({ name, what, text }) => (
            <Box key={name}>
              <chakra.dt color="fg.muted">{name}</chakra.dt>
              <chakra.dd mt="1">
                <CopyableValue name={what} text={text} shown={text ?? ''} />
              </chakra.dd>
            </Box>
          ))}
        </chakra.dl>
      )}
    </Box>
  );
}
