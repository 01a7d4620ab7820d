import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { processFields } from '../../../server/domain/lotInput.ts';
import type { Stage } from '../../../server/domain/stages.ts';
import { StageBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { toaster } from '../../design/Toaster.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import type { LotCardFragment } from '../../graphql/generated.ts';
import { StageGuidance } from './StageGuidance.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import { useUpdateProcess } from './useUpdateProcess.ts';

export interface AdvanceDialogProps {
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  lot: LotCardFragment;
  to: Stage | '';
  onClose: () => void;
  /** the full process-update wizard instead */
  onMore: () => void;
}

const ADVANCE = z.object({ processDetails: processFields.processDetails });

/** The card's 'Advance': the next stage with one press; the text is ready and may be changed. */
export function AdvanceDialog(props: AdvanceDialogProps) {
  const openings = useOpenings(props.open);
  const { to } = props;
  return to === '' ? null : <Advance key={openings} {...props} to={to} />;
}

function Advance({ open, lot, to, onClose, onMore, returnFocusTo }: AdvanceDialogProps & { to: Stage }) {
  const { say } = useStaffWords();
  const stage = say(`stage.${to}`);
  // The lot turns to its new stage in the cache while the dialog closes.
  const [from] = useState(lot.currentProcess);
  const update = useUpdateProcess();
  const form = useForm({
    schema: ADVANCE,
    initial: { processDetails: say('advance.details', { stage }) },
    open,
    send: async (input) => {
      const sent = await update(lot.id, { currentProcess: to, ...input });
      if (sent.kind === 'done') {
        toaster.create({
          type: 'success',
          title: say('advance.done', { lotId: sent.result.lotId, stage: say(`stage.${sent.result.stage}`) }),
          description:
            sent.result.transactionId === null
              ? say('updated.recording')
              : say('updated.transaction', { id: sent.result.transactionId }),
        });
      }
      return sent;
    },
    onDone: onClose,
  });
  const { busy, failure } = form;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      returnFocusTo={returnFocusTo}
      title={say('advance.title', { stage })}
      footer={
        <Flex w="full" gap="3" wrap="wrap" justify="flex-end">
          <Box me={{ md: 'auto' }} w={{ base: 'full', md: 'auto' }}>
            <Button variant="quiet" disabled={busy} onClick={onMore}>
              {say('advance.more')}
            </Button>
          </Box>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button data-autofocus type="submit" form={form.id} busy={busy} busyLabel={say('advance.busy')}>
            {say('advance.action')}
          </Button>
        </Flex>
      }
    >
      <Form form={form}>
        <Flex direction="column" gap="4">
          {failure !== null && <Banner>{failure}</Banner>}
          <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
            <chakra.strong overflowWrap="anywhere">{lot.lotId}</chakra.strong>
            <StageBadge stage={from} />
            <span>{say('advance.to')}</span>
            <StageBadge stage={to} />
          </Flex>
          <StageGuidance stage={to} />
          <TextAreaInput
            form={form}
            field="processDetails"
            label={say('update.processDetails')}
            required
            maxLength={2000}
          />
          <Box fontSize="sm" color="fg.muted">
            {say('advance.final')}
          </Box>
        </Flex>
      </Form>
    </Dialog>
  );
}
