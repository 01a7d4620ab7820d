import { Box, chakra, Flex } from '@chakra-ui/react';
import { useMemo } from 'react';
import { LOSS_REASONS } from '../../../../server/domain/mass/massBalance.ts';
import { fromHundredths, kgFromGrams } from '../../../../server/domain/text/units.ts';
import { Banner } from '../../../design/Banner.tsx';
import { FlowDrawing } from '../../../design/flow/FlowDrawing.tsx';
import type { FlowLink, FlowNode } from '../../../design/flow/flowLayout.ts';
import { Facts } from '../../../design/Page.tsx';
import { DASH } from '../../../words/format.ts';
import { type MassWords, useMassWords } from '../../../words/massWords.ts';
import { BalancePanel } from './BalancePanel.tsx';
import type { CombinedLot } from './combinable.ts';
import { checkMass, type CombineForm, type MassCheck } from './combineForm.ts';
import type { CombineStepProps } from './combineSteps.tsx';

/** Inputs and outputs drawn and listed one by one; the others are one of them. */
const DRAWN = 12;

/** The flow as a drawing, and all that will be recorded. */
export function CombineReview({ form: { values }, lots }: CombineStepProps) {
  const words = useMassWords();
  const { say, formatDateTime, formatKg, formatPercent } = words;
  const check = useMemo(() => checkMass(values, lots), [values, lots]);
  const { balance, step } = check;
  const { nodes, links } = useMemo(() => flowOf(values, lots, check, words), [values, lots, check, words]);
  const kg = (grams = 0): string => formatKg(kgFromGrams(grams));
  const reason = LOSS_REASONS.find((one) => one === values.lossReason);
  const loss = reason === undefined ? kg(balance.loss) : `${kg(balance.loss)} · ${say(`lossReason.${reason}`)}`;
  const inputs = lots.map(({ lotId }, at) => say('combine.part', { lotId, amount: kg(balance.inputs[at]) }));
  const outputs = values.outputId.map((lotId, at) =>
    say('combine.partMoist', {
      lotId: lotId.trim().toUpperCase(),
      amount: kg(balance.outputs[at]),
      moisture: formatPercent(fromHundredths(check.outputs[at]?.moistureHundredths ?? 0)),
    }),
  );
  return (
    <Flex direction="column" gap="4">
      <chakra.h3 tabIndex={-1} data-step-start fontWeight="600" _focusVisible={{ outline: 'none' }}>
        {say('combine.check')}
      </chakra.h3>
      <Banner tone="pod">{say('combine.final')}</Banner>
      <FlowDrawing
        nodes={nodes}
        links={links}
        title={say('combine.flow', {
          inputs: lots.length,
          inputKg: kg(balance.inputTotal),
          outputs: values.outputId.length,
          outputKg: kg(balance.outputTotal),
          lossKg: kg(balance.loss),
        })}
      />
      {/* Focusable, so that keyboard users can scroll it: it has no controls. */}
      <Box role="group" aria-label={say('combine.check')} tabIndex={0}>
        <Facts
          items={[
            [say('combine.step'), say(`mass.step.${step}`)],
            [say('combine.reviewIn'), <Parts key="in" parts={inputs} />],
            [say('combine.reviewOut'), <Parts key="out" parts={outputs} />],
            [say('combine.lossTitle'), balance.loss === 0 ? say('combine.noLoss') : loss],
            [say('combine.lossNote'), values.lossNote.trim() || DASH],
            [say('combine.explanation'), values.explanation.trim() || DASH],
            [say('combine.place'), values.place.trim() || DASH],
            [say('combine.operator'), values.operatorName.trim() || DASH],
            [say('combine.at'), values.at === '' ? say('combine.now') : formatDateTime(values.at)],
            [say('combine.notes'), values.notes.trim() || DASH],
          ]}
        />
      </Box>
      <BalancePanel check={check} />
    </Flex>
  );
}

function Parts({ parts }: { parts: readonly string[] }) {
  const { say } = useMassWords();
  const others = parts.length - DRAWN;
  return (
    <chakra.ul listStyleType="none" fontVariantNumeric="tabular-nums">
      {parts.slice(0, DRAWN).map((part) => (
        <li key={part}>{part}</li>
      ))}
      {others > 0 && <li>{say('combine.flowOthers', { count: others })}</li>}
    </chakra.ul>
  );
}

interface Part {
  id: string;
  label: string;
  value: number;
}

/** The largest parts, and the others as one. */
function drawnParts(parts: readonly Part[], id: string, others: (count: number) => string): Part[] {
  if (parts.length <= DRAWN + 1) return [...parts];
  const largest = parts.toSorted((one, other) => other.value - one.value);
  const rest = largest.slice(DRAWN);
  const value = rest.reduce((sum, part) => sum + part.value, 0);
  return [...largest.slice(0, DRAWN), { id, label: others(rest.length), value }];
}

function flowOf(
  form: CombineForm,
  lots: readonly CombinedLot[],
  { balance, step }: MassCheck,
  { say, formatKg }: MassWords,
): { nodes: FlowNode[]; links: FlowLink[] } {
  const others = (count: number): string => say('combine.flowOthers', { count });
  const inputs = drawnParts(
    lots.map(({ id, lotId }, at) => ({ id, label: lotId, value: balance.inputs[at] ?? 0 })),
    'other inputs',
    others,
  );
  const outputs = drawnParts(
    form.outputId.map((lotId, at) => ({
      id: `output ${at}`,
      label: lotId.trim().toUpperCase(),
      value: balance.outputs[at] ?? 0,
    })),
    'other outputs',
    others,
  );
  const node = (part: Part, column: number, tone: FlowNode['tone']): FlowNode => ({
    ...part,
    note: formatKg(kgFromGrams(part.value)),
    column,
    tone,
  });
  const middle = { id: 'step', label: say(`mass.step.${step}`), value: balance.inputTotal };
  const loss = { id: 'loss', label: say('combine.lossTotal'), value: balance.loss };
  const right = [...outputs.map((part) => node(part, 2, 'leaf')), ...(balance.loss > 0 ? [node(loss, 2, 'pod')] : [])];
  return {
    nodes: [...inputs.map((part) => node(part, 0, 'brand')), node(middle, 1, 'sky'), ...right],
    links: [
      ...inputs.map(({ id, value }) => ({ from: id, to: middle.id, value })),
      ...right.map(({ id, value }) => ({ from: middle.id, to: id, value })),
    ],
  };
}
