import { Box, chakra, Flex } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Panel } from '../../design/Page.tsx';
import { LedgerNotice } from './LedgerNotice.tsx';
import type { Discrepancy, IntegrityCheck } from './publicAnswers.ts';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { INTEGRITY_FAILED } from './publicApi.ts';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { loadMoreWords } from '../../words/publicLanguages.ts';
import { saidHere } from '../../words/saidHere.ts';
import {
  BLOCK_DIFFERS,
  discrepanciesInWords,
  fieldName,
  INTEGRITY_WORDS,
  isLedgerPart,
  valueInWords,
} from '../../words/recordInWords.ts';

/** Not part of the page's first scripts: it carries the checker, and comes with its words. */
const ProofCheck = lazyPart(async () => {
  const [part] = await Promise.all([import('./proof/ProofCheck.tsx'), loadMoreWords('proof')]);
  return part;
});

/** Has the lot checked now, by this browser and by the server, and says what came out. */
export function IntegrityPanel({ state, verify }: VerifyFlow) {
  const { say, tell } = useVerifyWords();
  const { integrity, lot, online } = state;
  const [run, setRun] = useState(0);
  const again = integrity.status === 'ready' || integrity.status === 'failed';
  return (
    <Panel title={say('integrity.title')}>
      {integrity.status === 'idle' && (
        <Box fontSize="sm" color="fg.muted">
          {say('integrity.idle')}
        </Box>
      )}
      <Box mt={integrity.status === 'idle' ? '4' : '0'}>
        <Button
          variant={again ? 'secondary' : 'primary'}
          busy={integrity.status === 'loading'}
          busyLabel={say('integrity.verifying')}
          disabled={lot.status !== 'ready' || !online}
          onClick={() => {
            setRun(run + 1);
            verify();
          }}
        >
          <ShieldCheck aria-hidden />
          {say(again ? 'integrity.again' : 'integrity.verify')}
        </Button>
        <Box aria-live="polite" fontSize="sm">
          {!online && <Box mt="2">{say('integrity.needsNetwork')}</Box>}
        </Box>
      </Box>
      {run > 0 && lot.status === 'ready' && (
        <Box mt="5" display="flex" flexDirection="column" gap="4">
          <LedgerNotice />
          <ErrorBoundary>
            <Suspense fallback={<ProofRoom />}>
              <ProofCheck key={run} answer={lot.value} />
            </Suspense>
          </ErrorBoundary>
        </Box>
      )}
      {integrity.status !== 'idle' && (
        <chakra.h3 mt="6" mb="2" fontSize="sm" fontWeight="600">
          {say('integrity.server')}
        </chakra.h3>
      )}
      <Box aria-live="polite">
        {integrity.status === 'loading' && <Box fontSize="sm">{say('integrity.comparing')}</Box>}
        {integrity.status === 'failed' && (
          <Flex gap="2" align="flex-start">
            <Box mt="0.5">
              <ToneIcon tone="alarm" />
            </Box>
            {integrity.message.id === INTEGRITY_FAILED.id
              ? tell(integrity.message)
              : say('integrity.failedBecause', { reason: tell(integrity.message) })}
          </Flex>
        )}
        {integrity.status === 'ready' && <Finding check={integrity.value} />}
      </Box>
    </Panel>
  );
}

/** The room of the steps while their script comes. */
function ProofRoom() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('integrity.fetching')}>
      <Skeleton h="26rem" borderRadius="control" />
    </Delayed>
  );
}

function Finding({ check }: { check: IntegrityCheck }) {
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
              : (saidHere(words, check.said) ?? say(explanation))}
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

/** Both sides of a difference. Of personal fields neither side is told in public. */
function Difference({ field, code, databaseValue: shown, blockchainValue: recorded }: Discrepancy) {
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
