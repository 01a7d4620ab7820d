import { Box } from '@chakra-ui/react';
import { Suspense, use } from 'react';
import { PUBLIC_LOT_ID } from '../../../server/domain/lot/lotId.ts';
import { lazyPart } from '../../design/lazyPart.ts';
import { Alive } from '../hydratedContext.ts';
import { usePlace } from '../navigation.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { loadMoreWords } from '../../words/publicLanguages.ts';
import { useVerifyWords, type VerifyWords } from '../../words/verifyWords.ts';
import { BlockchainStep } from './BlockchainStep.tsx';
import type { FlowState, Step } from './flow.ts';
import { LandingStep } from './LandingStep.tsx';
import { ResultsStep } from './ResultsStep.tsx';
import { SearchStep } from './SearchStep.tsx';
import { useStoredCopy } from './useStoredCopy.ts';
import { useVerifyFlow, type VerifyFlow } from './useVerifyFlow.ts';

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
