import { Box } from '@chakra-ui/react';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { BlockchainStep } from './BlockchainStep.tsx';
import type { FlowState, Step } from './flow.ts';
import { LandingStep } from './LandingStep.tsx';
import { ResultsStep } from './ResultsStep.tsx';
import { SearchStep } from './SearchStep.tsx';
import { useVerifyFlow } from './useVerifyFlow.ts';

const STEP_VIEWS = {
  landing: LandingStep,
  search: SearchStep,
  results: ResultsStep,
  blockchain: BlockchainStep,
} satisfies Record<Step, unknown>;

/** The public verification page, at /verify and /verify/:lotId (public specification, section 2). */
export default function VerifyPage() {
  const flow = useVerifyFlow();
  const { state } = flow;
  const shownId = state.lot.status === 'ready' ? state.lot.value.lot.lotId : state.lotId;
  usePageTitle(titleOf(state, shownId));
  // A lot that could not be shown has nothing more to show on the ledger step.
  const View = STEP_VIEWS[state.lot.status === 'failed' && state.step === 'blockchain' ? 'results' : state.step];
  return (
    <PublicFrame>
      <View key={`${state.step} ${state.lotId ?? ''}`} {...flow} />
      <Box srOnly aria-live="polite">
        {announcementOf(state, shownId)}
      </Box>
    </PublicFrame>
  );
}

function titleOf(state: FlowState, shownId: string | null): string {
  switch (state.step) {
    case 'landing':
      return 'Verify a product';
    case 'search':
      return 'Find your product';
    case 'results':
      return `Lot ${shownId}`;
    case 'blockchain':
      return `Blockchain record of ${shownId}`;
  }
}

/** What changed without a change of place, for those who hear the page. */
function announcementOf(state: FlowState, shownId: string | null): string {
  if (state.searching) return 'Searching...';
  if (state.step !== 'results') return '';
  return state.lot.status === 'ready' ? `Lot ${shownId} is shown.` : '';
}
