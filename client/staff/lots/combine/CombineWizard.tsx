import { useApolloClient } from '@apollo/client/react';
import { Scale } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../design/Button.tsx';
import { Dialog } from '../../../design/Dialog.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { Banner } from '../../../design/Banner.tsx';
import { useForm } from '../../../design/form/useForm.ts';
import { Delayed } from '../../../design/Loading.tsx';
import { FormSkeleton } from '../../../design/Skeletons.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../../design/wizard/Wizard.tsx';
import { CombinableLotFragmentDoc } from '../../../graphql/generated.ts';
import { useMassWords } from '../../../words/massWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useDraft } from '../../drafts/useDraft.ts';
import { COMBINE_FIELDS, combineForm, newCombineForm, type CombineForm } from './combineForm.ts';
import { type CombinedLot, isCombinable } from './combinable.ts';
import { CombineReview } from './CombineReview.tsx';
import { CombineDetailsStep, InputsStep, OutputsStep } from './combineSteps.tsx';
import { useFreeLotId } from './proposedLotId.ts';
import { type RecordedTransformation, useRecordTransformation } from './useRecordTransformation.ts';

export interface CombineWizardProps {
  open: boolean;
  /** as they were loaded; the cache may hold newer amounts */
  lots: readonly CombinedLot[];
  operatorName: string;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onRecorded: (result: RecordedTransformation) => void;
}

/**
 * 'Combine or split': parts of lots become new lots (docs/spec/mass-balance.md). Each opening is a new form with the
 * restored draft of the same lots.
 */
export default function CombineWizard(props: CombineWizardProps) {
  const openings = useOpenings(props.open);
  return <CombineOpening key={openings} {...props} />;
}

function CombineOpening(props: CombineWizardProps) {
  const { open, lots, onClose, returnFocusTo } = props;
  const { say, formatList } = useMassWords();
  const client = useApolloClient();
  // Read once: a lot that changes meanwhile is refused by the server, with the input kept.
  const [current] = useState(() =>
    lots
      .map(
        (lot): CombinedLot =>
          client.readFragment({
            fragment: CombinableLotFragmentDoc,
            id: client.cache.identify({ __typename: 'Lot', id: lot.id }),
          }) ?? lot,
      )
      .toSorted((one, other) => (one.lotId < other.lotId ? -1 : 1)),
  );
  const free = useFreeLotId(open);
  const usable = current.filter(isCombinable);
  const leftOut = current.filter((lot) => !isCombinable(lot)).map(({ lotId }) => lotId);
  if (usable.length === 0) {
    return (
      <Dialog open={open} onClose={onClose} returnFocusTo={returnFocusTo} size="sm" title={say('combine.title')}>
        <EmptyState
          icon={Scale}
          title={say('combine.none')}
          action={<Button onClick={onClose}>{say('combine.close')}</Button>}
        >
          {say('combine.noneHint')}
        </EmptyState>
      </Dialog>
    );
  }
  const notice = leftOut.length > 0 && (
    <Banner tone="sky" mb="4">
      {say('combine.leftOut', { count: leftOut.length, lots: formatList(leftOut) })}
    </Banner>
  );
  if (free === null) {
    return (
      <Dialog open={open} onClose={onClose} returnFocusTo={returnFocusTo} size="lg" title={say('combine.title')}>
        <Delayed label={say('combine.loading')}>
          <FormSkeleton rows={4} />
        </Delayed>
      </Dialog>
    );
  }
  return <Combining {...props} lots={usable} free={free} notice={notice} />;
}

function Combining({
  open,
  lots,
  operatorName,
  returnFocusTo,
  onClose,
  onRecorded,
  free,
  notice,
}: CombineWizardProps & { free: string; notice: ReactNode }) {
  const { say, formatList } = useMassWords();
  const record = useRecordTransformation();
  const [initial] = useState(() => newCombineForm(lots, free, operatorName));
  const [schema] = useState(() => combineForm(lots, () => new Date()));
  const form = useForm({
    schema,
    initial,
    open,
    send: async (input) => {
      const sent = await record(input);
      if (sent.kind === 'done') draft.sent();
      return sent;
    },
    onDone: (result: RecordedTransformation) => {
      const { lotIds } = result;
      toaster.create({
        type: 'success',
        title: say('combine.done', { count: lotIds.length, lots: formatList(lotIds) }),
      });
      onRecorded(result);
    },
  });
  const draft = useDraft({ name: draftName(lots), form, open });
  const [inputs, outputs, details, review] = COMBINE_FIELDS;
  const step = { form, lots, free };
  const steps: WizardStep<CombineForm>[] = [
    { name: say('combine.inputs'), fields: inputs, content: <InputsStep {...step} /> },
    { name: say('combine.outputs'), fields: outputs, content: <OutputsStep {...step} /> },
    { name: say('combine.details'), fields: details, content: <CombineDetailsStep {...step} /> },
    { name: say('combine.review'), fields: review, content: <CombineReview {...step} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('combine.title')}
      form={form}
      steps={steps}
      action={say('combine.record')}
      busyLabel={say('combine.recording')}
      notice={
        <>
          <RestoredNotice draft={draft} />
          {notice}
        </>
      }
      strip={<DraftSavedNotice draft={draft} />}
    />
  );
}

/** One draft for each set of lots; their ids would be too long a name. */
function draftName(lots: readonly CombinedLot[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of lots.map(({ id }) => id).join()) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return `combine.${hash.toString(16)}`;
}
