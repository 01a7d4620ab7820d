import { Box, chakra, Flex } from '@chakra-ui/react';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import {
  BLOCK_DIFFERS,
  discrepanciesInWords,
  fieldName,
  INTEGRITY_WORDS,
  isLedgerPart,
  valueInWords,
} from '../../words/recordInWords.ts';
import { publicMessageText } from '../../words/publicMessageText.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import type { PublicDiscrepancy, IntegrityCheck } from './publicAnswers.ts';

/** Result of the server's check of a lot. */
export default function Finding({ check }: { check: IntegrityCheck }) {
  const words = useVerifyWords();
  const { say, formatDateTime } = words;
  const { tone, title, explanation } = INTEGRITY_WORDS[check.state];
  return (
    <Box>
      <Flex gap="3" align="flex-start" p="4" bg={`${tone}.subtle`} borderRadius="control">
        <ToneIcon tone={tone} size={24} />
        <Box minW="0">
          <chakra.h3 fontWeight="600">{say(title)}</chakra.h3>
          <Box fontSize="sm" overflowWrap="anywhere">
            {check.discrepancies.length > 0
              ? discrepanciesInWords(words, check.discrepancies)
              : (publicMessageText(words, check.said) ?? say(explanation))}
          </Box>
          <Box mt="1" fontSize="sm" color="fg.muted">
            {say('integrity.checked', { moment: formatDateTime(check.lastVerified) })}
          </Box>
        </Box>
      </Flex>
      {check.discrepancies.length > 0 && (
        <Box mt="4">
          <chakra.h3 fontSize="sm" fontWeight="600" mb="1">
            {say('integrity.differences')}
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
                  {fieldName(words, field)}
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

/** Both values of a difference. For personal fields neither is public. */
function Difference({ field, code, databaseValue: shown, blockchainValue: recorded }: PublicDiscrepancy) {
  const words = useVerifyWords();
  const { say } = words;
  if (code === BLOCK_DIFFERS) return <Box>{say('integrity.block')}</Box>;
  if (shown === null && recorded === null) {
    return <Box color="fg.muted">{say(isLedgerPart({ code }) ? 'integrity.missing' : 'integrity.notShown')}</Box>;
  }
  return (
    <Box>
      {say(isLedgerPart({ code }) ? 'integrity.inDatabase' : 'integrity.shownHere', {
        value: valueInWords(words, field, shown),
      })}
      <br />
      {say('integrity.onLedger', { value: valueInWords(words, field, recorded) })}
    </Box>
  );
}
