import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { LOT_LIMITS } from '../../../../server/domain/lot/lotInput.ts';
import {
  LOSS_REASONS,
  TRANSFORMATION_LIMITS,
  TRANSFORMATION_STEPS,
} from '../../../../server/domain/mass/massBalance.ts';
import { gramsFromKg, kgFromGrams } from '../../../../server/domain/text/units.ts';
import { Button, IconButton } from '../../../design/Button.tsx';
import { Field } from '../../../design/Field.tsx';
import { FieldGrid, WHOLE_ROW } from '../../../design/FieldGrid.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput, TimeInput } from '../../../design/form/inputs.tsx';
import type { FormState } from '../../../design/form/useForm.ts';
import { PortionSlider } from '../../../design/PortionSlider.tsx';
import type { RecordTransformationInput } from '../../../graphql/generated.ts';
import { useMassWords } from '../../../words/massWords.ts';
import { BalancePanel } from './BalancePanel.tsx';
import type { Balance } from './balance.ts';
import type { CombinedLot } from './combinable.ts';
import { proposedLotId } from './proposedLotId.ts';
import { checkMass, moistureText, type CombineForm } from './combineForm.ts';

export interface CombineStepProps {
  form: FormState<CombineForm, RecordTransformationInput>;
  lots: readonly CombinedLot[];
  /** a lot id that nobody has, the first one proposed */
  free: string;
}

/** Lots shown at first, and with each press: each row has two controls. */
const ROWS = 10;
const MORE_ROWS = 50;

/** Texts of a list with one of them changed. */
function withText(texts: readonly string[], at: number, text: string): string[] {
  return texts.map((one, index) => (index === at ? text : one));
}

/** A slider's amount as a typed text. */
function kgText(grams: number): string {
  return String(kgFromGrams(grams));
}

export function InputsStep({ form, lots }: CombineStepProps) {
  const { say, formatKg } = useMassWords();
  const [shown, setShown] = useState(ROWS);
  const { balance } = checkMass(form.values, lots);
  const hidden = Math.max(0, lots.length - shown);
  // A row with a fault stays in sight, wherever it is.
  const rows = lots
    .map((lot, at) => ({ lot, at, grams: balance.inputs[at] ?? 0 }))
    .filter(({ lot, at, grams }) => at < shown || grams <= 0 || grams > gramsFromKg(lot.available));
  const rest = balance.inputs.slice(shown).reduce((sum, grams) => sum + grams, 0);
  return (
    <Flex direction="column" gap="4">
      <SelectInput
        data-autofocus
        form={form}
        field="step"
        label={say('combine.step')}
        required
        options={TRANSFORMATION_STEPS.map((step) => ({ value: step, label: say(`mass.step.${step}`) }))}
      />
      <Flex align="baseline" justify="space-between" gap="3" wrap="wrap">
        <chakra.h3 fontWeight="600">{say('combine.inputList', { count: lots.length })}</chakra.h3>
        <chakra.strong fontVariantNumeric="tabular-nums" aria-live="polite">
          {formatKg(kgFromGrams(balance.inputTotal))}
        </chakra.strong>
      </Flex>
      <Box fontSize="sm" color="fg.muted" mt="-3">
        {say('combine.availableAll')}
      </Box>
      <Flex direction="column">
        {rows.map(({ lot, at, grams }) => (
          <InputRow key={lot.id} form={form} lot={lot} at={at} grams={grams} />
        ))}
      </Flex>
      {(hidden > 0 || shown > ROWS) && (
        <Flex align="center" gap="3" wrap="wrap" fontSize="sm">
          {hidden > 0 && (
            <>
              <span>{say('combine.hiddenSum', { count: hidden, amount: formatKg(kgFromGrams(rest)) })}</span>
              <Button size="sm" variant="secondary" onClick={() => setShown(shown + MORE_ROWS)}>
                {say('combine.showMore', { count: Math.min(hidden, MORE_ROWS) })}
              </Button>
            </>
          )}
          {shown > ROWS && (
            <Button size="sm" variant="quiet" onClick={() => setShown(ROWS)}>
              {say('combine.showFewer')}
            </Button>
          )}
        </Flex>
      )}
    </Flex>
  );
}

interface InputRowProps {
  form: CombineStepProps['form'];
  lot: CombinedLot;
  at: number;
  grams: number;
}

function InputRow({ form, lot, at, grams }: InputRowProps) {
  const { say, formatKg } = useMassWords();
  const { lotId, available } = lot;
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr) 8.5rem', md: '9rem minmax(0, 1fr) 9rem' }}
      columnGap="4"
      rowGap="1"
      alignItems="center"
      py="2"
      borderTopWidth="1px"
      borderColor="line"
    >
      <Box minW="0">
        <Box fontWeight="600" overflowWrap="anywhere">
          {lotId}
        </Box>
        <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {say('combine.available', { amount: formatKg(available) })}
        </Box>
      </Box>
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }} gridRow={{ base: '2', md: 'auto' }}>
        <PortionSlider
          label={say('combine.sliderOf', { lotId })}
          value={grams}
          most={gramsFromKg(available)}
          valueText={formatKg(kgFromGrams(grams))}
          onChange={(to) => form.set('inputKg', withText(form.values.inputKg, at, kgText(to)))}
        />
      </Box>
      <NumberInput
        form={form}
        field={`inputKg.${at}`}
        label={say('combine.weightOf', { lotId })}
        hideLabel
        placeholder={String(available)}
        unit={say('unit.kg')}
        inputMode="decimal"
        autoComplete="off"
      />
    </Grid>
  );
}

export function OutputsStep({ form, lots, free }: CombineStepProps) {
  const { say } = useMassWords();
  const check = checkMass(form.values, lots);
  const { outputId, outputKg, outputMoisture } = form.values;
  const setOutputs = (change: (texts: readonly string[], added: string) => string[]) => {
    form.set('outputId', change(outputId, proposedLotId(outputId, free)));
    form.set('outputKg', change(outputKg, ''));
    form.set('outputMoisture', change(outputMoisture, moistureText(lots)));
  };
  return (
    <Flex direction="column" gap="5">
      {outputId.map((_, at) => (
        // Outputs have no other identity than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <OutputFields key={at} form={form} at={at} balance={check.balance}>
          {outputId.length > 1 && (
            <IconButton
              size="sm"
              label={say('combine.removeOutput', { number: at + 1 })}
              icon={<Trash2 />}
              onClick={() => setOutputs((texts) => texts.filter((__, index) => index !== at))}
            />
          )}
        </OutputFields>
      ))}
      {outputId.length < TRANSFORMATION_LIMITS.outputs && (
        <Button
          variant="secondary"
          size="sm"
          alignSelf="flex-start"
          onClick={() => setOutputs((texts, added) => [...texts, added])}
        >
          <Plus aria-hidden />
          {say('combine.addOutput')}
        </Button>
      )}
      <LossFields form={form} balance={check.balance} />
      <BalancePanel check={check} />
      {(check.outside !== null || form.values.explanation !== '') && (
        <TextAreaInput
          form={form}
          field="explanation"
          label={say('combine.explanation')}
          required={check.outside !== null}
          rows={2}
          maxLength={LOT_LIMITS.textLength}
        />
      )}
    </Flex>
  );
}

interface OutputFieldsProps {
  form: CombineStepProps['form'];
  at: number;
  balance: Balance;
  children: ReactNode;
}

function OutputFields({ form, at, balance, children }: OutputFieldsProps) {
  const { say, formatKg } = useMassWords();
  const grams = balance.outputs[at] ?? 0;
  const isTyped = form.values.outputKg[at]?.trim() !== '';
  // What no other typed weight holds: moving the slider keeps the balance.
  const most = isTyped ? grams + balance.free : balance.free;
  return (
    <chakra.section aria-label={say('combine.output', { number: at + 1 })}>
      <Flex align="center" justify="space-between" gap="3" minH="9" mb="1">
        <chakra.h3 fontWeight="600">{say('combine.output', { number: at + 1 })}</chakra.h3>
        {children}
      </Flex>
      <FieldGrid>
        <TextInput
          form={form}
          field={`outputId.${at}`}
          label={say('combine.outputId')}
          required
          autoCapitalize="characters"
          autoComplete="off"
        />
        <NumberInput
          form={form}
          field={`outputMoisture.${at}`}
          label={say('combine.moisture')}
          required
          unit={say('unit.percent')}
          step={0.1}
          min={0}
          max={100}
          inputMode="decimal"
        />
        <NumberInput
          form={form}
          field={`outputKg.${at}`}
          label={say('combine.outputKg')}
          hint={
            isTyped
              ? say('combine.outputKgTyped')
              : say('combine.outputKgHint', { amount: formatKg(kgFromGrams(grams)) })
          }
          placeholder={kgText(grams)}
          unit={say('unit.kg')}
          inputMode="decimal"
          autoComplete="off"
        />
        <Field label={say('combine.outputSlider', { number: at + 1 })}>
          {(aria) => (
            <PortionSlider
              {...aria}
              value={grams}
              most={most}
              valueText={formatKg(kgFromGrams(grams))}
              onChange={(to) => form.set('outputKg', withText(form.values.outputKg, at, kgText(to)))}
            />
          )}
        </Field>
      </FieldGrid>
    </chakra.section>
  );
}

function LossFields({ form, balance }: { form: CombineStepProps['form']; balance: Balance }) {
  const { say, formatKg } = useMassWords();
  const { lossReason, lossNote } = form.values;
  const isLoss = balance.loss > 0;
  return (
    <chakra.section aria-label={say('combine.lossTitle')}>
      <chakra.h3 fontWeight="600" mb="2">
        {say('combine.lossTitle')}
      </chakra.h3>
      <FieldGrid>
        <NumberInput
          form={form}
          field="lossKg"
          label={say('combine.lossKg')}
          hint={say('combine.lossHint', { amount: formatKg(kgFromGrams(balance.loss)) })}
          placeholder={kgText(balance.loss)}
          unit={say('unit.kg')}
          inputMode="decimal"
          autoComplete="off"
        />
        {(isLoss || lossReason !== '') && (
          <SelectInput
            form={form}
            field="lossReason"
            label={say('combine.lossReason')}
            required={isLoss}
            options={[
              { value: '', label: say('mass.chooseReason') },
              ...LOSS_REASONS.map((reason) => ({ value: reason, label: say(`lossReason.${reason}`) })),
            ]}
          />
        )}
        {(isLoss || lossNote !== '') && (
          <Box {...WHOLE_ROW}>
            <TextAreaInput
              form={form}
              field="lossNote"
              label={say(lossReason === 'other' ? 'combine.lossNote' : 'combine.lossNoteOptional')}
              required={lossReason === 'other'}
              rows={2}
              maxLength={LOT_LIMITS.textLength}
            />
          </Box>
        )}
      </FieldGrid>
    </chakra.section>
  );
}

export function CombineDetailsStep({ form }: CombineStepProps) {
  const { say } = useMassWords();
  return (
    <FieldGrid>
      <TextInput
        data-autofocus
        form={form}
        field="operatorName"
        label={say('combine.operator')}
        autoComplete="name"
        maxLength={LOT_LIMITS.nameLength}
      />
      <TimeInput form={form} field="at" label={say('combine.at')} hint={say('combine.atHint')} />
      <Box {...WHOLE_ROW}>
        <TextInput form={form} field="place" label={say('combine.place')} maxLength={LOT_LIMITS.textLength} />
      </Box>
      <Box {...WHOLE_ROW}>
        <TextAreaInput
          form={form}
          field="notes"
          label={say('combine.notes')}
          rows={3}
          maxLength={LOT_LIMITS.textLength}
        />
      </Box>
    </FieldGrid>
  );
}
