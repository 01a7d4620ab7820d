import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { keepsOnDevice } from '../../deviceStorage.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useGoToStep } from '../../design/wizard/goToStep.ts';
import type { FormDraft } from './useDraft.ts';

interface DraftNoticeProps {
  draft: FormDraft;
  /** of a wizard: the step that it begins with, counted from 0 */
  start?: number;
}

/** Says that what was typed before stands in the form again, and takes it away. */
export function RestoredNotice({ draft, start = 0 }: DraftNoticeProps) {
  const { say, formatDateTime } = useStaffWords();
  if (draft.restoredAt === null) return null;
  return (
    <Banner tone="sky" mb="4" action={<DiscardDraft draft={draft} action={say('draft.startOver')} start={start} />}>
      {say('draft.restored', { at: formatDateTime(draft.restoredAt) })}
    </Banner>
  );
}

/** Says, once something was typed, that closing loses nothing. */
export function KeptLine({ draft, start = 0 }: DraftNoticeProps) {
  const { say } = useStaffWords();
  if (!draft.holds || draft.restoredAt !== null) return null;
  return (
    <Flex align="center" justify="space-between" gap="3" fontSize="xs" color="fg.muted">
      <Box minW="0">{say(keepsOnDevice() ? 'draft.kept' : 'draft.keptInPage')}</Box>
      <DiscardDraft draft={draft} action={say('draft.discard')} start={start} />
    </Flex>
  );
}

function DiscardDraft({ draft, start, action }: Required<DraftNoticeProps> & { action: string }) {
  const { say } = useStaffWords();
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
        }}
      />
    </>
  );
}
