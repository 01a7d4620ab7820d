import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { LOT_LIMITS } from '../../../../server/domain/lot/lotInput.ts';
import { LOSS_REASONS } from '../../../../server/domain/mass/massBalance.ts';
import { kgFromGrams } from '../../../../server/domain/text/units.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Dialog } from '../../../design/Dialog.tsx';
import { FieldGrid, WHOLE_ROW } from '../../../design/FieldGrid.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../design/form/inputs.tsx';
import { type FormState, useForm } from '../../../design/form/useForm.ts';
import { formStart } from '../../../design/form/useFormFocus.ts';
import { Delayed } from '../../../design/Loading.tsx';
import { Facts } from '../../../design/Page.tsx';
import { FormSkeleton } from '../../../design/Skeletons.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import {
  LotWeightDocument,
  type LotWeightQuery,
  WeighLotDocument,
  type WeighLotInput,
} from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { useMassWords } from '../../../words/massWords.ts';
import { LoadFailure } from '../../admin-shared/Retry.tsx';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useDraft } from '../../drafts/useDraft.ts';
import { screenChangesOf } from '../../screenChanges.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import { newWeighForm, weightFromScale, weighField, weighForm, type WeighForm } from './weighForm.ts';

export interface WeighDialogProps {
  open: boolean;
  lotId: string;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** 'Weigh': what the scale shows for what is left of a lot makes its new weight (docs/spec/mass-balance.md). */
export default function WeighDialog(props: WeighDialogProps) {
  const openings = useOpenings(props.open);
  return <WeighOpening key={openings} {...props} />;
}

type WeighedLot = NonNullable<LotWeightQuery['lot']>;

function WeighOpening(props: WeighDialogProps) {
  const { open, lotId, onClose, returnFocusTo } = props;
  const { say } = useMassWords();
  const { data, error, refetch } = useQuery(LotWeightDocument, {
    variables: { id: lotId },
    skip: !open,
    fetchPolicy: 'no-cache',
  });
  const lot = data?.lot;
  if (lot !== undefined && lot !== null) return <Weighing {...props} lot={lot} />;
  return (
    <Dialog open={open} onClose={onClose} returnFocusTo={returnFocusTo} title={say('weigh.title', { lotId })}>
      {error === undefined ? (
        <Delayed label={say('weigh.loading')}>
          <FormSkeleton rows={4} />
        </Delayed>
      ) : (
        <LoadFailure title={say('weigh.failed')} error={error} onRetry={refetch} />
      )}
    </Dialog>
  );
}

function Weighing({ open, onClose, returnFocusTo, lot }: WeighDialogProps & { lot: WeighedLot }) {
  const words = useMassWords();
  const { say, formatKg } = words;
  const user = useUser();
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(WeighLotDocument, { failed: say('weigh.failed') });
  const [initial] = useState(() => newWeighForm(user.name));
  const form = useForm({
    schema: weighForm(lot),
    initial,
    open,
    send: async (input) => {
      const written = await write({ id: lot.id, input });
      if (written.kind === 'ignored') return written;
      news.lotLists();
      news.lotView(lot);
      if (written.kind === 'failed') {
        const { message, refusedField } = written;
        return refusedField
          ? { kind: 'failed', message, field: weighField(refusedField) }
          : { kind: 'failed', message };
      }
      const result = written.data.weighLot;
      if (result.__typename === 'VersionConflict') return { kind: 'failed', message: say('weigh.conflict') };
      if (result.__typename === 'NotFound') return { kind: 'failed', message: localizedText(words, result.said) };
      news.lot(lot.id, result.lot);
      draft.sent();
      return { kind: 'done', result: result.lot.weight };
    },
    onDone: (weight: number) => {
      toaster.create({ type: 'success', title: say('weigh.done', { lotId: lot.lotId, weight: formatKg(weight) }) });
      onClose();
    },
  });
  const draft = useDraft({ name: `weigh.${lot.id}`, form, open });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      keepOpenOutside
      busy={form.busy}
      title={say('weigh.title', { lotId: lot.lotId })}
      startFocusAt={() => formStart(form.ref.current)}
      footer={
        <>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            {say('weigh.cancel')}
          </Button>
          <Button type="submit" form={form.id} busy={form.busy} busyLabel={say('weigh.saving')}>
            {say('weigh.save')}
          </Button>
        </>
      }
    >
      <RestoredNotice draft={draft} />
      {form.failure !== null && (
        <Banner mb="4" onDismiss={() => form.setFailure(null)}>
          {form.failure}
        </Banner>
      )}
      <WeighFields form={form} lot={lot} />
      <DraftSavedNotice draft={draft} />
    </Dialog>
  );
}

function WeighFields({ form, lot }: { form: FormState<WeighForm, WeighLotInput>; lot: WeighedLot }) {
  const { say, formatKg, formatPercent } = useMassWords();
  const weighed = weightFromScale(form.values.left, lot);
  const loss = weighed?.lossGrams ?? 0;
  const isLoss = loss > 0;
  const { lossReason } = form.values;
  return (
    <Form form={form}>
      <Box mb="4">
        <Facts
          items={[
            [say('weigh.before'), formatKg(lot.weight)],
            [say('weigh.used'), formatKg(lot.used)],
            [say('weigh.leftBefore'), formatKg(Math.round((lot.weight - lot.used) * 1_000) / 1_000)],
            [
              say('weigh.after'),
              <strong key="after">{formatKg(weighed === null ? null : kgFromGrams(weighed.grams))}</strong>,
            ],
            [say(loss < 0 ? 'weigh.gain' : 'weigh.loss'), formatKg(kgFromGrams(Math.abs(loss)))],
          ]}
        />
      </Box>
      <FieldGrid>
        <NumberInput
          form={form}
          field="left"
          label={say('weigh.left')}
          required
          unit={say('unit.kg')}
          inputMode="decimal"
          autoComplete="off"
        />
        <NumberInput
          form={form}
          field="moisture"
          label={say('weigh.moisture')}
          hint={say('weigh.moistureHint', { moisture: formatPercent(lot.moistureContent) })}
          unit={say('unit.percent')}
          step={0.1}
          min={0}
          max={100}
        />
        {isLoss && (
          <SelectInput
            form={form}
            field="lossReason"
            label={say('combine.lossReason')}
            required
            options={[
              { value: '', label: say('mass.chooseReason') },
              ...LOSS_REASONS.map((reason) => ({ value: reason, label: say(`lossReason.${reason}`) })),
            ]}
          />
        )}
        {isLoss && (
          <TextInput
            form={form}
            field="lossNote"
            label={say(lossReason === 'other' ? 'combine.lossNote' : 'combine.lossNoteOptional')}
            required={lossReason === 'other'}
            maxLength={LOT_LIMITS.textLength}
          />
        )}
        <TextInput form={form} field="operatorName" label={say('combine.operator')} maxLength={LOT_LIMITS.nameLength} />
        <TextInput form={form} field="location" label={say('weigh.place')} maxLength={LOT_LIMITS.textLength} />
        <Box {...WHOLE_ROW}>
          <TextAreaInput
            form={form}
            field="notes"
            label={say('combine.notes')}
            rows={2}
            maxLength={LOT_LIMITS.textLength}
          />
        </Box>
      </FieldGrid>
    </Form>
  );
}
