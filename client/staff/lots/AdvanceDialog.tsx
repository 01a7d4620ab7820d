import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, useState, type SubmitEvent } from 'react';
import { processFields } from '../../../server/domain/lotInput.ts';
import type { Stage } from '../../../server/domain/stages.ts';
import { StageBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { TextAreaField } from '../../design/Field.tsx';
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

/** The card's 'Advance': the next stage with one press; the text is ready and may be changed. */
export function AdvanceDialog(props: AdvanceDialogProps) {
  const openings = useOpenings(props.open);
  const { to } = props;
  return to === '' ? null : <Advance key={openings} {...props} to={to} />;
}

function Advance({ open, lot, to, onClose, onMore, returnFocusTo }: AdvanceDialogProps & { to: Stage }) {
  const formId = useId();
  const stage = inWords(to);
  // The lot turns to its new stage in the cache while the dialog closes.
  const [from] = useState(lot.currentProcess);
  const [details, setDetails] = useState(`Advanced to ${stage}`);
  const [error, setError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, update] = useUpdateProcess();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const processDetails = processFields.processDetails.safeParse(details);
    setError(processDetails.error?.issues[0]?.message ?? null);
    if (!processDetails.success) return;
    setRefusal(null);
    const outcome = await update(lot.id, { currentProcess: to, processDetails: processDetails.data });
    if (outcome === null) return;
    if (!outcome.done) return setRefusal(outcome.message);
    toaster.create({
      type: 'success',
      title: `Lot ${outcome.lotId} was updated to ${inWords(outcome.stage)}`,
      description: `Blockchain transaction: ${outcome.transactionId ?? 'Recording...'}`,
    });
    onClose();
  };

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
          <Button data-autofocus type="submit" form={formId} busy={busy} busyLabel="Advancing...">
            Advance
          </Button>
        </Flex>
      }
    >
      <chakra.form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Flex direction="column" gap="4">
          {refusal !== null && <Banner>{refusal}</Banner>}
          <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
            <chakra.strong overflowWrap="anywhere">{lot.lotId}</chakra.strong>
            <StageBadge stage={from} />
            <span>to</span>
            <StageBadge stage={to} />
          </Flex>
          <StageGuidance stage={to} />
          <TextAreaField
            label="Process Details"
            required
            value={details}
            onChange={setDetails}
            error={error}
            maxLength={2000}
          />
          <Box fontSize="sm" color="fg.muted">
            A lot only moves forward: this update cannot be undone after submission.
          </Box>
        </Flex>
      </chakra.form>
    </Dialog>
  );
}
