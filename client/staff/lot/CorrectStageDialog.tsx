import { useApolloClient, useQuery } from '@apollo/client/react';
import { z } from 'zod';
import { stageBefore } from '../../../server/domain/ledger/stageBefore.ts';
import { LOT_LIMITS, stageReversalInput } from '../../../server/domain/lot/lotInput.ts';
import type { Stage } from '../../../server/domain/lot/stages.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Delayed } from '../../design/Loading.tsx';
import { Facts } from '../../design/Page.tsx';
import { FormSkeleton } from '../../design/Skeletons.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import { RevertStageDocument, StageReversalDocument, type StageReversalQuery } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { screenChangesOf } from '../screenChanges.ts';

interface CorrectStageDialogProps {
  open: boolean;
  lotId: string;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** 'Correct stage': the lot goes back to the stage before, with a reason (docs/spec/lots-and-stages.md). */
export default function CorrectStageDialog(props: CorrectStageDialogProps) {
  const openings = useOpenings(props.open);
  return <CorrectOpening key={openings} {...props} />;
}

function CorrectOpening(props: CorrectStageDialogProps) {
  const { open, lotId, onClose, returnFocusTo } = props;
  const { say } = useLotWords();
  const { data, error, refetch } = useQuery(StageReversalDocument, {
    variables: { id: lotId },
    skip: !open,
    fetchPolicy: 'no-cache',
  });
  const events = (data?.lotHistory ?? []).map(({ action, stage }) => ({ type: action, set: { stage } }));
  const to = stageBefore(events.toReversed());
  const lot = data?.lot ?? null;
  if (lot !== null && to !== null) return <Correcting {...props} lot={lot} to={to} />;
  return (
    <Dialog open={open} onClose={onClose} returnFocusTo={returnFocusTo} title={say('revert.title', { lotId })}>
      {error !== undefined && <LoadFailure title={say('revert.failed')} error={error} onRetry={refetch} />}
      {error === undefined && data === undefined && (
        <Delayed label={say('lot.loading', { lotId })}>
          <FormSkeleton rows={2} />
        </Delayed>
      )}
      {data !== undefined && say('revert.nothing')}
    </Dialog>
  );
}

interface CorrectingProps extends CorrectStageDialogProps {
  lot: NonNullable<StageReversalQuery['lot']>;
  to: Stage;
}

function Correcting({ open, onClose, returnFocusTo, lot, to }: CorrectingProps) {
  const words = useLotWords();
  const { say } = words;
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(RevertStageDocument, { failed: say('revert.failed') });
  const form = useForm({
    schema: z.object({ reason: stageReversalInput.shape.reason }),
    initial: { reason: '' },
    open,
    send: async ({ reason }) => {
      const written = await write({ id: lot.id, reason, version: lot.version });
      if (written.kind === 'ignored') return written;
      news.lotLists();
      news.lotView(lot);
      if (written.kind === 'failed') return { kind: 'failed', message: written.message };
      const result = written.data.revertStage;
      if (result.__typename === 'VersionConflict') return { kind: 'failed', message: say('revert.conflict') };
      if (result.__typename === 'NotFound') return { kind: 'failed', message: localizedText(words, result.said) };
      news.lot(lot.id, result.lot);
      return { kind: 'done', result: result.lot.currentProcess };
    },
    onDone: (stage: Stage) => {
      toaster.create({
        type: 'success',
        title: say('revert.done', { lotId: lot.lotId, stage: say(`stage.${stage}`) }),
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('revert.title', { lotId: lot.lotId })}
      action={say('revert.save')}
      busyLabel={say('revert.saving')}
    >
      <Facts
        items={[
          [say('revert.now'), say(`stage.${lot.currentProcess}`)],
          [say('revert.back'), <strong key="back">{say(`stage.${to}`)}</strong>],
        ]}
      />
      <div>{say('revert.writes')}</div>
      <TextAreaInput
        form={form}
        field="reason"
        label={say('revert.reason')}
        rows={3}
        maxLength={LOT_LIMITS.textLength}
        required
      />
    </FormDialog>
  );
}
