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
import { inWords } from '../../words/format.ts';
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
  const stage = inWords(to);
  // The lot turns to its new stage in the cache while the dialog closes.
  const [from] = useState(lot.currentProcess);
  const update = useUpdateProcess();
  const form = useForm({
    schema: ADVANCE,
    initial: { processDetails: `Advanced to ${stage}` },
    open,
    send: async (input) => {
      const sent = await update(lot.id, { currentProcess: to, ...input });
      if (sent.kind === 'done') {
        toaster.create({
          type: 'success',
          title: `Lot ${sent.result.lotId} was updated to ${inWords(sent.result.stage)}`,
          description: `Blockchain transaction: ${sent.result.transactionId ?? 'Recording...'}`,
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
      title={`Advance to ${stage}`}
      footer={
        <Flex w="full" gap="3" wrap="wrap" justify="flex-end">
          <Box me={{ md: 'auto' }} w={{ base: 'full', md: 'auto' }}>
            <Button variant="quiet" disabled={busy} onClick={onMore}>
              Add readings and times
            </Button>
          </Box>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus type="submit" form={form.id} busy={busy} busyLabel="Advancing...">
            Advance
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
            <span>to</span>
            <StageBadge stage={to} />
          </Flex>
          <StageGuidance stage={to} />
          <TextAreaInput form={form} field="processDetails" label="Process Details" required maxLength={2000} />
          <Box fontSize="sm" color="fg.muted">
            A lot only moves forward: this update cannot be undone after submission.
          </Box>
        </Flex>
      </Form>
    </Dialog>
  );
}
