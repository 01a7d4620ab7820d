import { FieldGrid } from '../../design/FieldGrid.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  DeliverConsignmentDocument,
  ShipConsignmentDocument,
  type ConsignmentFactsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { LoadFields, ShippingDateFields } from './ConsignmentFields.tsx';
import { consignmentForm, editedConsignment } from './consignmentForm.ts';
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

/** Ships a consignment or records its delivery, with the papers that are known by then. */
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
  const form = useForm({
    schema: consignmentForm,
    initial: editedConsignment(consignment),
    open,
    // Papers first: stored papers without the step can be sent again, a step without its papers cannot.
    send: async (typed) => {
      const stored = await storePapers(consignment, typed);
      if (stored.kind !== 'done') return stored;
      const { id, version } = stored.result ?? consignment;
      return move === 'ship'
        ? sentOf(words, await ship({ id, version }), (data) => data.shipConsignment)
        : sentOf(words, await deliver({ id, version }), (data) => data.deliverConsignment);
    },
    onDone,
  });
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
      <FieldGrid>
        <ShippingDateFields form={form} dates={move === 'ship' ? ['loadingDate', 'departureDate'] : ['arrivalDate']} />
        {move === 'ship' && <LoadFields form={form} />}
      </FieldGrid>
    </FormDialog>
  );
}
