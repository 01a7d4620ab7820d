import { Box } from '@chakra-ui/react';
import { Suspense, useRef, useState } from 'react';
import { mayRevertStage } from '../../../server/domain/lot/editRules.ts';
import { isShippingStage } from '../../../server/domain/lot/shippingGuard.ts';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import type { LotDetailFragment } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { offeredActions } from '../lots/list/lotFacts.ts';
import { useUser } from '../session/SessionProvider.tsx';

const CorrectStageDialog = lazyPart(() => import('./CorrectStageDialog.tsx'));

/** 'Correct stage', for those who may take back the lot's stage; no longer once it is shipped. */
export function CorrectStage({ lot }: { lot: LotDetailFragment }) {
  const { say } = useLotWords();
  const { role } = useUser();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const stage = lot.currentProcess;
  const offered = offeredActions(lot).edit && mayRevertStage(role) && stage !== 'harvested' && !isShippingStage(stage);
  // The dialog outlives the button, so that its last words can be read once the lot is in its first stage.
  return (
    <>
      {offered && (
        <Box ref={place}>
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {say('revert.action')}
          </Button>
        </Box>
      )}
      <Suspense fallback={null}>
        <CorrectStageDialog
          open={open}
          lotId={lot.lotId}
          onClose={() => setOpen(false)}
          returnFocusTo={() => place.current?.querySelector('button') ?? null}
        />
      </Suspense>
    </>
  );
}
