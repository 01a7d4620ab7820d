import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { useForm, type FormState } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { RestoredNotice } from '../drafts/DraftNotice.tsx';
import { useDraft, type FormDraft } from '../drafts/useDraft.ts';
import { placeOfPlots } from '../lots/fields/placeOfPlots.ts';
import { PLOTS_OF_LOT } from '../../../server/domain/lot/lotInput.ts';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { NumberPad } from './NumberPad.tsx';
import {
  bagWeight,
  correctionDraft,
  FARM_DRAFTS,
  harvestDayOn,
  nextScaleField,
  proposedTare,
  receiveForm,
  SCALE_FIELDS,
  type ReceivedInput,
  type ReceiveValues,
  type ScaleField,
} from './receiveForm.ts';
import { createReceiveMemory } from './receiveMemory.ts';
import { ScaleFields } from './ScaleFields.tsx';
import { useCoarsePointer } from './useCoarsePointer.ts';
import type { SentResult } from './useDeliveries.ts';
import { useFarmDefaults, type FarmDefaults } from '../farms/useFarmDefaults.ts';

const memory = createReceiveMemory(localStore);

/** A delivery that was sent. */
export interface SentForm {
  sent: Exclude<SentResult, { kind: 'refused' }>;
  values: ReceiveValues;
  /** net weight, kg */
  weight: number;
}

export interface DeliveryFormProps {
  initial: ReceiveValues;
  /** the values of the farm are those of its delivery before; else they are proposed once they are loaded */
  isFilled: boolean;
  /** the local day, YYYY-MM-DD; changes while the form is open */
  today: string;
  /** key of the refused delivery that the form corrects; null for a new one */
  corrects: string | null;
  register: (input: ReceivedInput, corrects: string | null, onKept: () => void) => Promise<SentResult>;
  onSent: (sent: SentForm) => void;
  /** the form corrects this delivery from now on */
  onRefused: (key: string) => void;
  /** the restored draft was discarded: opens the form anew */
  onStartOver: () => void;
  /** undefined for farmers, who have one farm */
  onOtherFarm: (() => void) | undefined;
}

/** One delivery of a farm. Enter goes from field to field, and on the last one registers. */
export function DeliveryForm({
  initial,
  isFilled,
  today,
  corrects,
  register,
  onSent,
  onRefused,
  onStartOver,
  onOtherFarm,
}: DeliveryFormProps) {
  const { say } = useReceiveWords();
  const form: DeliveryFormState = useForm({
    schema: receiveForm(today),
    initial,
    send: async (input) => {
      const sent = await register(input, corrects, () => draft.sent());
      if (sent.kind === 'refused') {
        draft.refused();
        onRefused(sent.key);
        return { kind: 'failed', message: sent.message };
      }
      const { bags, tareKg } = input.delivery;
      memory.write({ bagKg: bagWeight({ bags, tareKg }), temperature: form.values.temperature });
      return { kind: 'done', result: { sent, values: form.values, weight: input.weight } };
    },
    onDone: onSent,
  });
  const draft: FormDraft = useDraft({
    name: corrects === null ? FARM_DRAFTS + initial.farmId : correctionDraft(corrects),
    form,
    open: true,
    along: ALONG,
  });
  const defaults = useFarmDefaults(initial.farmId);
  const isOpen = useProposedFarm(form, defaults, isFilled || draft.restoredAt !== null);
  useProposedTare(form, initial.tareKg !== '');
  useMovingDay(form, today);
  const { onKeyDown, goOn } = useEnterGoesOn(form);
  const isTouch = useCoarsePointer();

  return (
    <Form form={form} onKeyDown={onKeyDown}>
      <Flex direction="column" gap="4" maxW="48rem">
        <RestoredNotice draft={draft} onDiscard={onStartOver} />
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <chakra.h2 fontSize="lg" fontWeight="600" minW="0" overflowWrap="anywhere">
            {initial.farmId}
          </chakra.h2>
          {onOtherFarm !== undefined && (
            <Button
              variant="secondary"
              disabled={form.busy}
              onClick={() => {
                draft.discard();
                onOtherFarm();
              }}
            >
              {say('receive.anotherFarm')}
            </Button>
          )}
        </Flex>
        <DeliveryDetails form={form} defaults={defaults} today={today} isOpen={isOpen} />
        <Panel role="group" aria-label={say('receive.scale')}>
          <ScaleFields form={form} isTouch={isTouch} />
        </Panel>
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <Box>
          <Button type="submit" size="lg" minH="14" w="full" busy={form.busy} busyLabel={say('receive.registering')}>
            {say('receive.register')}
          </Button>
          <Box fontSize="sm" color="fg.muted" mt="2">
            {say('receive.confirms')}
          </Box>
        </Box>
      </Flex>
      {isTouch && <NumberPad onNext={goOn} />}
    </Form>
  );
}

/** The whole form is kept: what was proposed must not change by itself. */
const ALONG = [
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'plots',
  'latitude',
  'longitude',
  'tareKg',
  'temperature',
] as const;

/** What a farm without lots and plots does not tell. */
const MUST_BE_TYPED = ['farmerName', 'latitude', 'longitude', 'harvestDate'] as const;

type DeliveryFormState = FormState<ReceiveValues, ReceivedInput>;

/**
 * Proposes farmer, variety, plots and place of a farm once they are loaded, as far as nobody typed them.
 * @returns whether something of the farm must still be typed
 */
function useProposedFarm(form: DeliveryFormState, defaults: FarmDefaults, isFilled: boolean): boolean {
  const isDone = useRef(isFilled);
  const [isProposed, setProposed] = useState(isFilled);
  const propose = useEffectEvent(({ plots, newest, farmer }: Pick<FarmDefaults, 'plots' | 'newest' | 'farmer'>) => {
    if (isDone.current || plots === undefined || newest === undefined || farmer === undefined) return;
    isDone.current = true;
    const isFree = (field: keyof ReceiveValues) => !form.changed.includes(field);
    const names = plots.flatMap(({ name }) => (name === null ? [] : [name]));
    const chosen = names.length <= PLOTS_OF_LOT ? names : [];
    if (isFree('plots')) form.propose('plots', chosen);
    if (farmer !== '' && isFree('farmerName')) form.propose('farmerName', farmer);
    if (newest && isFree('cacaoVariety')) form.propose('cacaoVariety', newest.cacaoVariety);
    const place = placeOfPlots(plots.filter(({ name }) => name !== null && chosen.includes(name)));
    const latitude = place?.latitude ?? newest?.latitude?.toFixed(6) ?? '';
    const longitude = place?.longitude ?? newest?.longitude?.toFixed(6) ?? '';
    if (isFree('latitude')) form.propose('latitude', latitude);
    if (isFree('longitude')) form.propose('longitude', longitude);
    setProposed(true);
  });
  const { plots, newest, farmer } = defaults;
  useEffect(() => propose({ plots, newest, farmer }), [plots, newest, farmer]);
  const isMissing = MUST_BE_TYPED.some((field) => form.values[field].trim() === '');
  return defaults.error !== undefined || (isProposed && isMissing);
}

/** Fills in the tare of the typed bags until someone types another one. @param isGiven the form began with a tare */
function useProposedTare(form: DeliveryFormState, isGiven: boolean): void {
  const { values, changed } = form;
  const next = proposedTare(values.bags, memory.read().bagKg);
  const isDue = !isGiven && !changed.includes('tareKg') && next !== values.tareKg;
  const propose = useEffectEvent((tareKg: string) => form.propose('tareKg', tareKg));
  useEffect(() => {
    if (isDue) propose(next);
  });
}

/** Proposes the new day as harvest date in a form that stays open over midnight. */
function useMovingDay(form: DeliveryFormState, today: string): void {
  const before = useRef(today);
  const move = useEffectEvent((from: string, to: string) => {
    const day = harvestDayOn(form.values, from, to);
    if (day !== form.values.harvestDate) form.propose('harvestDate', day);
  });
  useEffect(() => {
    move(before.current, today);
    before.current = today;
  }, [today]);
}

/** Enter in a field at the scale goes to the next one, and on the last one sends the form. */
function useEnterGoesOn({ ref, submit, focus }: DeliveryFormState) {
  const control = (field: ScaleField): HTMLInputElement | null =>
    ref.current?.querySelector<HTMLInputElement>(
      `[data-scale="${field}"] input:checked, input[data-scale="${field}"]`,
    ) ?? null;
  const send = async () => {
    const submitted = await submit();
    if ('wrong' in submitted && submitted.wrong.length > 0) focus('wrong');
  };
  const goOn = () => {
    const current = SCALE_FIELDS.find((field) => control(field) === document.activeElement);
    const next = current === undefined ? SCALE_FIELDS[0] : nextScaleField(current);
    if (next === null) void send();
    else control(next)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !SCALE_FIELDS.some((field) => control(field) === event.target)) return;
    event.preventDefault();
    goOn();
  };
  useEffect(() => {
    ref.current?.querySelector<HTMLInputElement>('input[data-scale="bags"]')?.focus();
  }, [ref]);
  return { onKeyDown, goOn };
}
