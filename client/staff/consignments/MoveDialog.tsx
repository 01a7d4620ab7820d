import { FieldGrid } from '../../design/FieldGrid.tsx';
import { partOf, useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  DeliverConsignmentDocument,
  ShipConsignmentDocument,
  type ConsignmentFactsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { type ConsignmentWords, useConsignmentWords } from '../../words/consignmentWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { LoadFields, ShippingDateFields } from './ConsignmentFields.tsx';
import { editedConsignment, type ConsignmentFormValues } from './consignmentForm.ts';
import { moveForm, type MoveFormValues } from './moveForm.ts';
import { MoveStopPanel } from './MoveStopPanel.tsx';
import { type ShownRisks, useConsignmentRisks } from './useConsignmentRisks.ts';
import { sentOf, usePapersWrite } from './usePapersWrite.ts';

/** The step of a closed consignment, and of a shipped one. */
export type ConsignmentMove = 'ship' | 'deliver';

interface MoveDialogProps {
  move: ConsignmentMove;
  consignment: ConsignmentFactsFragment;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Ships a consignment or records its delivery, with the papers that are known by then. What speaks against lots that
 * leave with it is shown before; then it takes a reason, and second persons (docs/spec/lots-and-stages.md).
 */
export function MoveDialog(props: MoveDialogProps) {
  const openings = useOpenings(props.open);
  return <Move key={openings} {...props} />;
}

function Move({ move, consignment, open, onClose, onDone }: MoveDialogProps) {
  const words = useConsignmentWords();
  const { say } = words;
  const storePapers = usePapersWrite();
  const [ship] = useWrite(ShipConsignmentDocument, { failed: say('shipping.shipFailed') });
  const [deliver] = useWrite(DeliverConsignmentDocument, { failed: say('shipping.deliverFailed') });
  const { risks, reload, recheck } = useConsignmentRisks(consignment.id, open);
  const stop = risks !== null && risks.lotCount > 0 ? risks : null;
  const form = useForm({
    schema: moveForm(stop && { missing: missingOf(words, stop) }),
    initial: { ...editedConsignment(consignment), reason: '' },
    open,
    // Papers first: stored papers without the step can be sent again, a step without its papers cannot.
    send: async ({ papers, reason: risksReason }) => {
      // Nothing leaves unseen: not before an answer came, and not with a warning that was not shown yet.
      const checked = await recheck();
      if (checked === 'unknown') return { kind: 'failed', message: say('shipping.risksUnknown') };
      if (checked === 'more') return { kind: 'ignored' };
      const stored = await storePapers(consignment, papers);
      if (stored.kind !== 'done') return stored;
      const { id, version } = stored.result ?? consignment;
      return move === 'ship'
        ? sentOf(words, await ship({ id, version, risksReason }), (data) => data.shipConsignment)
        : sentOf(words, await deliver({ id, version, risksReason }), (data) => data.deliverConsignment);
    },
    onDone,
  });
  const fields = partOf<ConsignmentFormValues, MoveFormValues, unknown>(form);
  const { number } = consignment;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say(`shipping.${move}Title`, { number })}
      size="lg"
      action={say(`shipping.${move}`)}
      busyLabel={say(move === 'ship' ? 'shipping.shipping' : 'shipping.delivering')}
    >
      {stop !== null && (
        <MoveStopPanel
          form={partOf(form)}
          stage={move === 'ship' ? 'shipped' : 'delivered'}
          risks={stop}
          reload={reload}
        />
      )}
      <FieldGrid>
        <ShippingDateFields
          form={fields}
          dates={move === 'ship' ? ['loadingDate', 'departureDate'] : ['arrivalDate']}
        />
        {move === 'ship' && <LoadFields form={fields} />}
      </FieldGrid>
    </FormDialog>
  );
}

/** What is missing before it may leave, whatever the reason is; null: nothing. */
function missingOf({ say }: ConsignmentWords, { unconfirmedLots }: ShownRisks): string | null {
  return unconfirmedLots === 0 ? null : say('shipping.unconfirmed', { lots: unconfirmedLots });
}
