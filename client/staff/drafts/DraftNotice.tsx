import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { keepsOnDevice } from '../../deviceStorage.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useLotListWords } from '../../words/lotListWords.ts';
import { useGoToStep } from '../../design/wizard/goToStep.ts';
import type { FormDraft } from './useDraft.ts';

interface DraftNoticeProps {
  draft: FormDraft;
  /** for wizards: index of the first step, from 0 */
  start?: number;
  onDiscard?: () => void;
}

/** Reports that a draft was restored, with a button that discards it. */
export function RestoredNotice(props: DraftNoticeProps) {
  const { say, formatDateTime } = useLotListWords();
  if (props.draft.restoredAt === null) return null;
  return (
    <Banner tone="sky" mb="4" action={<DiscardDraft {...props} action={say('draft.startOver')} />}>
      {say('draft.restored', { at: formatDateTime(props.draft.restoredAt) })}
    </Banner>
  );
}

/** Reports, after the first input, that closing the form keeps the draft. */
export function DraftSavedNotice(props: DraftNoticeProps) {
  const { say } = useLotListWords();
  if (!props.draft.holds || props.draft.restoredAt !== null) return null;
  return (
    <Flex align="center" justify="space-between" gap="3" fontSize="xs" color="fg.muted">
      <Box minW="0">{say(keepsOnDevice() ? 'draft.kept' : 'draft.inPageOnly')}</Box>
      <DiscardDraft {...props} action={say('draft.discard')} />
    </Flex>
  );
}

function DiscardDraft({ draft, start = 0, onDiscard, action }: DraftNoticeProps & { action: string }) {
  const { say } = useLotListWords();
  const [asking, setAsking] = useState(false);
  const go = useGoToStep();
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('draft.discardTitle')}
        message={say('draft.discardText')}
        action={say('draft.discard')}
        danger
        onConfirm={() => {
          draft.discard();
          go(start);
          onDiscard?.();
        }}
      />
    </>
  );
}
