import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileCheck, Leaf, MapPin } from 'lucide-react';
import { Suspense, use, useEffect, useSyncExternalStore } from 'react';
import { PUBLIC_LOT_ID } from '../../../server/domain/lot/lotId.ts';
import { askedLocale } from '../../../server/domain/public/publicPages.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { Alive } from '../hydratedContext.ts';
import { usePlace } from '../navigation.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { loadMoreWords } from '../../words/publicLanguages.ts';
import { useVerifyWords, type VerifyWord, type VerifyWords } from '../../words/verifyWords.ts';
import { cameThroughWorker, forgetCopy, keepCopy, seenAt } from '../offline/offlineCopies.ts';
import { drawnQuery } from '../pageAddress.ts';
import { whenIdle } from '../whenIdle.ts';
import { BackButton } from './BackButton.tsx';
import { BlockchainStep } from './BlockchainStep.tsx';
import type { FlowState, Step } from './flow.ts';
import { Given } from './givenLot.ts';
import { Result } from './Result.tsx';
import { SearchStep } from './SearchStep.tsx';
import { StepButton } from './StepButton.tsx';
import { StepHeading } from './StepHeading.tsx';
import { suggestionsFor } from './suggestions.ts';
import { useVerifyFlow, type VerifyFlow } from './useVerifyFlow.ts';

/**
 * Whether the browser was redirected here from another address of the site. The server redirects addresses without a
 * page (docs/spec/public-pages.md, 'Routes'); browsers do not reveal redirects by other sites. False until hydration,
 * because the server does not know it.
 */
const useReferrer = (): boolean => useSyncExternalStore(never, wasLed, () => false);

/** The referrer does not change. */
const never = () => () => undefined;

const wasLed = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'redirectCount' in entry && entry.redirectCount !== 0);

const BLURBS = [
  { name: 'place', icon: MapPin },
  { name: 'forest', icon: Leaf },
  { name: 'record', icon: FileCheck },
] as const;

function LandingStep({ state, moved, ways, findProduct }: VerifyFlow) {
  const { say } = useVerifyWords();
  return (
    <Flex direction="column" gap="6">
      {useReferrer() && <Banner tone="pod" title={say('start.nowhere')} />}
      {!state.online && (
        <Banner tone="pod" title={say('start.offline')}>
          {say('start.offlineText')}
        </Banner>
      )}
      <Flex direction="column" gap="3">
        <StepHeading focused={moved}>{say('start.title')}</StepHeading>
        <Box color="fg.muted" maxW="34rem">
          {say('start.lead')}
        </Box>
        <Box mt="2">
          <StepButton size="lg" to={ways.search} go={findProduct}>
            {say('start.find')}
          </StepButton>
        </Box>
      </Flex>
      <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="line">
        {BLURBS.map(({ name, icon: Icon }) => (
          <chakra.li key={name} display="flex" gap="4" py="4" borderBottomWidth="1px" borderColor="line">
            <Box color="brand" mt="0.5" flexShrink="0">
              <Icon aria-hidden size={22} strokeWidth={1.75} />
            </Box>
            <Box>
              <chakra.h2 fontWeight="600">{say(`start.${name}`)}</chakra.h2>
              <Box fontSize="sm" color="fg.muted">
                {say(`start.${name}Text`)}
              </Box>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Flex>
  );
}

/** Shown with `?debug=1`. */
const DebugPanel = lazyPart(async () => {
  const [part] = await Promise.all([import('./DebugPanel.tsx'), loadMoreWords('details')]);
  return part;
});

const STEP_VIEWS = {
  landing: LandingStep,
  search: SearchStep,
  results: ResultsStep,
  blockchain: BlockchainStep,
} satisfies Record<Step, unknown>;

/**
 * The public verification page, at /verify and /verify/:lotId (docs/spec/public-pages.md, 'Steps of the verification').
 */
export default function VerifyPage() {
  const flow = useVerifyFlow();
  useStoredCopy(flow.state);
  return <VerifyView {...flow} />;
}

/** The page in a given state. */
export function VerifyView(flow: VerifyFlow) {
  const words = useVerifyWords();
  const { state } = flow;
  const shownId = state.lot.status === 'ready' ? state.lot.value.lot.lotId : state.lotId;
  const alive = use(Alive);
  const asksForDebug = new URLSearchParams(usePlace().search).get('debug') === '1' && alive;
  usePageTitle(titleOf(words, state, shownId));
  // A lot that failed to load has no ledger step.
  const View = STEP_VIEWS[state.lot.status === 'failed' && state.step === 'blockchain' ? 'results' : state.step];
  return (
    <PublicFrame>
      <View key={`${state.step} ${state.lotId ?? ''}`} {...flow} />
      {asksForDebug && (
        <Suspense>
          <DebugPanel />
        </Suspense>
      )}
      <Box srOnly aria-live="polite">
        {announcementOf(words, state, shownId ?? '')}
      </Box>
    </PublicFrame>
  );
}

function titleOf({ say }: VerifyWords, state: FlowState, lotId: string | null): string {
  switch (state.step) {
    case 'landing':
      return say('verify.title');
    case 'search':
      return say('search.title');
    case 'results':
    case 'blockchain':
      // Do not echo text from the address that is not a valid lot id.
      if (lotId === null || !PUBLIC_LOT_ID.test(lotId)) return say('result.failed');
      return say(state.step === 'results' ? 'result.title' : 'ledger.title', { lotId });
  }
}

/** Changes without navigation, for screen readers. */
function announcementOf({ say }: VerifyWords, state: FlowState, lotId: string): string {
  if (state.searching) return say('search.searching');
  if (state.step !== 'results') return '';
  return state.lot.status === 'ready' ? say('result.shown', { lotId }) : '';
}

/** Stores the shown lot for reading offline, and deletes the copy of one that no longer exists. */
function useStoredCopy({ lot, lotId }: Pick<FlowState, 'lot' | 'lotId'>): void {
  const given = use(Given);
  const asked = askedLocale(usePlace().search);
  useEffect(() => {
    // The worker has already stored a page that came through it; data in an offline copy needs no update.
    const isKept = given?.lot === lot && (cameThroughWorker() || seenAt() !== null);
    if (lot.status === 'ready' && !isKept) {
      const address = `/verify/${encodeURIComponent(lot.value.lot.lotId)}${drawnQuery(asked, null)}`;
      return whenIdle(() => void keepCopy(address));
    }
    if (lot.status === 'failed' && !lot.mayRetry && lotId !== null) void forgetCopy(lotId);
    return undefined;
  }, [lot, lotId, given, asked]);
}

/** The public data of a lot, for shoppers. */
function ResultsStep(props: VerifyFlow) {
  const { say } = useVerifyWords();
  const { state } = props;
  return (
    <Box>
      <BackButton {...props}>{say('result.back')}</BackButton>
      {state.lot.status === 'failed' ? (
        <LotFailure {...props} message={state.lot.message} mayRetry={state.lot.mayRetry} />
      ) : state.lot.status === 'ready' ? (
        <Result {...props} answer={state.lot.value} />
      ) : (
        <ResultSkeleton />
      )}
    </Box>
  );
}

interface LotFailureProps extends Pick<VerifyFlow, 'state' | 'moved' | 'retryLot' | 'ways' | 'back'> {
  message: VerifyWord;
  mayRetry: boolean;
}

/** Why a lot cannot be shown, and what the reader can do. */
function LotFailure({ message, mayRetry, state, moved, retryLot, ways, back }: LotFailureProps) {
  const { say, tell } = useVerifyWords();
  // The server renders one shared page for all missing lots.
  const alive = use(Alive);
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <StepHeading focused={moved}>{say('result.failed')}</StepHeading>
      <Flex role="alert" mt="3" gap="2" align="flex-start">
        <Box mt="0.5">
          <ToneIcon tone="alarm" />
        </Box>
        {tell(message)}
      </Flex>
      {alive && state.lotId !== null && PUBLIC_LOT_ID.test(state.lotId) && (
        <Box mt="3" fontFamily="mono" overflowWrap="anywhere">
          {state.lotId}
        </Box>
      )}
      {!mayRetry && (
        <chakra.ul mt="3" ps="4" listStyleType="disc" fontSize="sm">
          {suggestionsFor('lot', 'notFound').map((suggestion) => (
            <li key={suggestion}>{say(suggestion)}</li>
          ))}
        </chakra.ul>
      )}
      <Flex mt="5" gap="3" wrap="wrap">
        {mayRetry && <Button onClick={retryLot}>{say('verify.tryAgain')}</Button>}
        <StepButton variant={mayRetry ? 'secondary' : 'primary'} to={ways.back} go={back}>
          {say('result.another')}
        </StepButton>
      </Flex>
    </Panel>
  );
}

/** The shape of a result: verdict, actions, map with facts, journey. */
function ResultSkeleton() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('result.loading')}>
      <Flex direction="column" gap="4">
        <Skeleton h="11rem" borderRadius="panel" />
        <Skeleton h="2.75rem" w="60%" />
        <Skeleton h="32rem" borderRadius="panel" />
        <Skeleton h="24rem" borderRadius="panel" />
      </Flex>
    </Delayed>
  );
}
