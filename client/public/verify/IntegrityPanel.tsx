import { Box, chakra, Flex } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import { Suspense, use, useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Panel } from '../../design/Page.tsx';
import { WITH_SCRIPTS } from '../../design/withScripts.ts';
import { Alive } from '../hydratedContext.ts';
import { LedgerNotice } from './LedgerNotice.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { INTEGRITY_FAILED } from './publicApi.ts';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { loadMoreWords } from '../../words/publicLanguages.ts';

/** Loaded lazily: includes the proof checker and its messages. */
const ProofCheck = lazyPart(async () => {
  const [part] = await Promise.all([import('./proof/ProofCheck.tsx'), loadMoreWords('proof')]);
  return part;
});

/** The server's result with its messages. */
const Finding = lazyPart(async () => {
  const [part] = await Promise.all([import('./Finding.tsx'), loadMoreWords('details')]);
  return part;
});

/** Checks the lot now, in this browser and on the server, and shows the results. */
export function IntegrityPanel({ state, verify }: VerifyFlow) {
  const { say, tell } = useVerifyWords();
  const { integrity, lot, online } = state;
  const alive = use(Alive);
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
          disabled={!alive || lot.status !== 'ready' || !online}
          css={WITH_SCRIPTS}
          onClick={() => {
            setRun(run + 1);
            verify();
          }}
        >
          <ShieldCheck aria-hidden />
          {say(again ? 'integrity.again' : 'integrity.verify')}
        </Button>
        <chakra.noscript suppressHydrationWarning fontSize="sm">
          {say('integrity.needsScripts')}
        </chakra.noscript>
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
        {integrity.status === 'ready' && (
          <ErrorBoundary>
            <Suspense>
              <Finding check={integrity.value} />
            </Suspense>
          </ErrorBoundary>
        )}
      </Box>
    </Panel>
  );
}

/** Placeholder for the steps while their script loads. */
function ProofRoom() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('integrity.fetching')}>
      <Skeleton h="26rem" borderRadius="control" />
    </Delayed>
  );
}
