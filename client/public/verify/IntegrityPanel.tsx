import { Box, chakra, Flex } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { formatDateTime } from '../../words/format.ts';
import { Panel } from '../../design/Page.tsx';
import type { Discrepancy, IntegrityCheck } from './publicAnswers.ts';
import { ToneIcon } from './ToneIcon.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import {
  BLOCK_DIFFERS,
  discrepanciesInWords,
  fieldName,
  INTEGRITY_WORDS,
  isLedgerPart,
  valueInWords,
} from './words.ts';

/** Has the lot compared with the ledger, now, and says what came out. */
export function IntegrityPanel({ state, verify }: VerifyFlow) {
  const { integrity, lot } = state;
  const again = integrity.status === 'ready' || integrity.status === 'failed';
  return (
    <Panel title="Integrity">
      <Box aria-live="polite">
        {integrity.status === 'idle' && (
          <Box fontSize="sm" color="fg.muted">
            Not checked yet on this visit. The check compares every field of this lot with its ledger record, and
            recomputes the hashes and signatures of its blocks.
          </Box>
        )}
        {integrity.status === 'loading' && <Box fontSize="sm">Comparing the lot with its ledger record...</Box>}
        {integrity.status === 'failed' && (
          <Flex gap="2" align="flex-start">
            <Box mt="0.5">
              <ToneIcon tone="alarm" />
            </Box>
            {integrity.message}
          </Flex>
        )}
        {integrity.status === 'ready' && <Finding check={integrity.value} />}
      </Box>
      <Box mt="4" _print={{ display: 'none' }}>
        <Button
          variant={again ? 'secondary' : 'primary'}
          busy={integrity.status === 'loading'}
          busyLabel="Verifying..."
          disabled={lot.status !== 'ready'}
          onClick={verify}
        >
          <ShieldCheck aria-hidden />
          {again ? 'Re-verify' : 'Verify'}
        </Button>
      </Box>
    </Panel>
  );
}

function Finding({ check }: { check: IntegrityCheck }) {
  const words = INTEGRITY_WORDS[check.state];
  return (
    <Box>
      <Flex gap="3" align="flex-start" p="4" bg={`${words.tone}.subtle`} borderRadius="control">
        <ToneIcon tone={words.tone} size={24} />
        <Box minW="0">
          <chakra.h3 fontWeight="600">{words.title}</chakra.h3>
          <Box fontSize="sm" overflowWrap="anywhere">
            {check.discrepancies.length > 0
              ? discrepanciesInWords(check.discrepancies)
              : (check.message ?? words.explanation)}
          </Box>
          <Box mt="1" fontSize="sm" color="fg.muted">
            Checked {formatDateTime(check.lastVerified)}
          </Box>
        </Box>
      </Flex>
      {check.discrepancies.length > 0 && (
        <Box mt="4">
          <chakra.h3 fontSize="sm" fontWeight="600" mb="1">
            What differs
          </chakra.h3>
          <chakra.ul listStyleType="none">
            {check.discrepancies.map(({ field, ...difference }) => (
              <chakra.li
                key={field}
                py="2"
                borderTopWidth="1px"
                borderColor="line"
                fontSize="sm"
                overflowWrap="anywhere"
              >
                <chakra.span
                  fontWeight="600"
                  css={{ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } }}
                >
                  {fieldName(field)}
                </chakra.span>
                <Difference {...difference} field={field} />
              </chakra.li>
            ))}
          </chakra.ul>
        </Box>
      )}
    </Box>
  );
}

/** Both sides of a difference. Of personal fields neither side is told in public. */
function Difference({ field, code, databaseValue: shown, blockchainValue: recorded }: Discrepancy) {
  if (code === BLOCK_DIFFERS) return <Box>Its hash or a signature is not valid.</Box>;
  if (shown === null && recorded === null) {
    return (
      <Box color="fg.muted">{isLedgerPart({ code }) ? 'It is missing.' : 'The values are not shown in public.'}</Box>
    );
  }
  return (
    <Box>
      {isLedgerPart({ code }) ? 'In the database' : 'Shown here'}: {valueInWords(field, shown)}
      <br />
      On the ledger: {valueInWords(field, recorded)}
    </Box>
  );
}
