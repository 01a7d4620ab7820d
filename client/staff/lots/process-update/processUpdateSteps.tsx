import { Box, chakra, Flex } from '@chakra-ui/react';
import { LOT_LIMITS } from '../../../../server/domain/lot/lotInput.ts';
import { isStage, laterStages, type Stage } from '../../../../server/domain/lot/stages.ts';
import { LOSS_REASONS } from '../../../../server/domain/mass/massBalance.ts';
import { StageBadge } from '../../../design/Badge.tsx';
import { Banner } from '../../../design/Banner.tsx';
import { FieldGrid, WHOLE_ROW } from '../../../design/FieldGrid.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput, TimeInput } from '../../../design/form/inputs.tsx';
import { numberFromText } from '../../../design/form/numberText.ts';
import type { FormState } from '../../../design/form/useForm.ts';
import { Facts } from '../../../design/Page.tsx';
import type { UpdateProcessInput } from '../../../graphql/generated.ts';
import { DASH } from '../../../words/format.ts';
import { shortName } from '../../../words/lotFigures.ts';
import { useLotListWords, type LotListId, type LotListWords } from '../../../words/lotListWords.ts';
import { ShippingStopPanel } from '../../shipping/ShippingStopPanel.tsx';
import type { ShippingStop } from '../../shipping/useShippingStop.ts';
import type { ProcessUpdateForm } from './processUpdateForm.ts';
import { askedFigure } from '../fields/LotFields.tsx';
import { typed } from '../fields/typedFigure.ts';

interface StepProps {
  form: FormState<ProcessUpdateForm, UpdateProcessInput>;
  lotId: string;
  from: Stage;
  /** kg, before the step */
  weight: number;
}

export function SelectStep({ form, lotId, from }: StepProps) {
  const { say } = useLotListWords();
  const chosen = form.values.currentProcess;
  return (
    <Flex direction="column" gap="4">
      <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
        <chakra.strong overflowWrap="anywhere">{lotId}</chakra.strong>
        <span>{say('update.isNow')}</span>
        <StageBadge stage={from} />
      </Flex>
      <SelectInput
        data-autofocus
        form={form}
        field="currentProcess"
        label={say('update.step')}
        required
        hint={say('update.stepHint')}
        options={[
          { value: '', label: say('update.choose') },
          ...laterStages(from).map((later) => ({ value: later, label: say(`stage.${later}`) })),
        ]}
      />
      {isStage(chosen) && <StageGuidance stage={chosen} />}
    </Flex>
  );
}

export function DetailsStep({ form, lotId, from, weight }: StepProps) {
  const words = useLotListWords();
  const { say } = words;
  const isLess = (numberFromText(form.values.weight) ?? weight) < weight;
  const to = form.values.currentProcess;
  return (
    <Flex direction="column" gap="4">
      <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
        <chakra.strong overflowWrap="anywhere">{lotId}</chakra.strong>
        <StageBadge stage={from} />
        <span>{say('update.movesTo')}</span>
        {isStage(to) && <StageBadge stage={to} />}
      </Flex>
      <TextAreaInput
        data-autofocus
        form={form}
        field="processDetails"
        label={say('update.processDetails')}
        required
        maxLength={LOT_LIMITS.textLength}
      />
      <FieldGrid>
        <NumberInput
          form={form}
          field="moisture"
          label={say('form.optional', { name: shortName(words, 'moistureContent') })}
          {...askedFigure(words, 'moistureContent')}
        />
        <NumberInput
          form={form}
          field="temperature"
          label={say('form.optional', { name: shortName(words, 'temperature') })}
          {...askedFigure(words, 'temperature')}
        />
        <NumberInput
          form={form}
          field="weight"
          label={say('form.optional', { name: shortName(words, 'weight') })}
          hint={say('update.weightHint', { weight: words.formatKg(weight) })}
          unit={say('unit.kg')}
          inputMode="decimal"
        />
        {isLess && (
          <SelectInput
            form={form}
            field="lossReason"
            label={say('update.lossReason')}
            required
            options={[
              { value: '', label: say('update.lossChoose') },
              ...LOSS_REASONS.map((reason) => ({ value: reason, label: say(`lossReason.${reason}`) })),
            ]}
          />
        )}
        {isLess && form.values.lossReason === 'other' && (
          <Box {...WHOLE_ROW}>
            <TextInput
              form={form}
              field="lossNote"
              label={say('update.lossNote')}
              required
              maxLength={LOT_LIMITS.textLength}
            />
          </Box>
        )}
        <Box {...WHOLE_ROW}>
          <TextInput
            form={form}
            field="location"
            label={say('update.place')}
            placeholder={say('update.placeExample')}
            maxLength={LOT_LIMITS.textLength}
          />
        </Box>
        <TimeInput form={form} field="startTime" label={say('update.start')} />
        <TimeInput form={form} field="endTime" label={say('update.end')} />
        <Box {...WHOLE_ROW}>
          <TextAreaInput
            form={form}
            field="notes"
            label={say('update.notes')}
            rows={2}
            maxLength={LOT_LIMITS.textLength}
          />
        </Box>
      </FieldGrid>
    </Flex>
  );
}

export function ReviewStep({ form, lotId, from, stop }: StepProps & { stop: ShippingStop | null }) {
  const { values } = form;
  const words = useLotListWords();
  const { say, formatDateTime } = words;
  return (
    <Flex direction="column" gap="4">
      <chakra.h3 tabIndex={-1} data-step-start fontWeight="600" _focusVisible={{ outline: 'none' }}>
        {say('update.check')}
      </chakra.h3>
      {/* Placed above the long list: on a phone the end of the list may be off screen while the button is visible. */}
      <Banner tone="pod">{say('update.final')}</Banner>
      {stop !== null && <ShippingStopPanel form={form} lotId={lotId} stop={stop} />}
      {/* Focusable, so that keyboard users can scroll it: it has no controls. */}
      <Box role="group" aria-label={say('update.check')} tabIndex={0}>
        <Facts
          items={[
            [say('update.review.lot'), lotId],
            [
              say('update.review.step'),
              isStage(values.currentProcess) ? (
                <Flex key="stage" gap="2" align="center" wrap="wrap">
                  <StageBadge stage={from} />
                  <span>{say('update.movesTo')}</span>
                  <StageBadge stage={values.currentProcess} />
                </Flex>
              ) : (
                DASH
              ),
            ],
            [say('update.review.details'), <Prose key="details" text={values.processDetails} />],
            [shortName(words, 'moistureContent'), typed(words, values.moisture, 'moistureContent')],
            [shortName(words, 'temperature'), typed(words, values.temperature, 'temperature')],
            [shortName(words, 'weight'), typed(words, values.weight, 'weight')],
            [say('update.review.loss'), lossText(say, values)],
            [say('update.review.place'), values.location.trim() || DASH],
            [say('update.review.start'), formatDateTime(values.startTime || null)],
            [say('update.review.end'), formatDateTime(values.endTime || null)],
            [say('update.review.notes'), <Prose key="notes" text={values.notes} />],
            [say('update.review.operator'), values.operatorName.trim()],
          ]}
        />
      </Box>
    </Flex>
  );
}

function lossText(say: LotListWords['say'], { weight, lossReason, lossNote }: ProcessUpdateForm): string {
  const reason = LOSS_REASONS.find((one) => one === lossReason);
  if (weight.trim() === '' || reason === undefined) return DASH;
  return [say(`lossReason.${reason}`), lossNote.trim()].filter((part) => part !== '').join(': ');
}

function Prose({ text }: { text: string }) {
  return <chakra.span whiteSpace="pre-line">{text.trim() || DASH}</chakra.span>;
}

/** Texts of docs/spec/staff-screens.md, 'Stage guidance'. */
const GUIDANCE: Record<Stage, readonly LotListId[]> = {
  harvested: ['guidance.qualityInspection', 'guidance.weight'],
  fermented: ['guidance.days', 'guidance.temperature', 'guidance.ph'],
  drying: ['guidance.moisture', 'guidance.temperatureControl', 'guidance.turning'],
  processed: ['guidance.grading', 'guidance.finalMoisture', 'guidance.packaging'],
  shipped: ['guidance.transport', 'guidance.custody', 'guidance.temperature'],
  delivered: ['guidance.delivery', 'guidance.quality', 'guidance.documentation'],
};

/** Guidance for a stage. */
function StageGuidance({ stage }: { stage: Stage }) {
  const { say } = useLotListWords();
  return (
    <Box bg="bg.sunken" borderRadius="control" px="4" py="3" fontSize="sm">
      <Box fontWeight="600" mb="1">
        {say('guidance.for', { stage: say(`stage.${stage}`) })}
      </Box>
      <chakra.ul ps="4" listStyleType="disc">
        {GUIDANCE[stage].map((line) => (
          <li key={line}>{say(line)}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}
