import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { SCALE_TOLERANCE_HUNDREDTHS, totalDryMass } from '../../../../server/domain/mass/massBalance.ts';
import { fromHundredths, kgFromGrams } from '../../../../server/domain/text/units.ts';
import { useMassWords } from '../../../words/massWords.ts';
import type { MassCheck } from './combineForm.ts';

/** Balance, dry mass and yield of a transformation as typed, by the rules that the server runs again. */
export function BalancePanel({ check }: { check: MassCheck }) {
  const { say, formatKg, formatPercent } = useMassWords();
  const { balance, gain, outside } = check;
  const kg = (grams: number): string => formatKg(kgFromGrams(grams));
  const share = balance.inputTotal === 0 ? 0 : (balance.outputTotal * 100) / balance.inputTotal;
  const dry = (parts: MassCheck['inputs']): string => kg(Math.round(Number(totalDryMass(parts)) / 10_000));
  return (
    <Box bg="bg.sunken" borderRadius="control" px="4" py="3" fontSize="sm" aria-live="polite">
      <Flex columnGap="6" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums" mb="2">
        <Figure name={say('combine.total')} amount={kg(balance.inputTotal)} />
        <Figure name={say('combine.outputTotal')} amount={kg(balance.outputTotal)} />
        <Figure name={say('combine.lossTotal')} amount={kg(balance.loss)} />
        {balance.difference > 0 && <Figure name={say('combine.difference')} amount={kg(balance.difference)} isWrong />}
        {balance.difference < 0 && <Figure name={say('combine.tooMuch')} amount={kg(-balance.difference)} isWrong />}
      </Flex>
      <Flex direction="column" gap="1">
        {balance.difference === 0 && <Line isFine>{say('combine.balanced')}</Line>}
        <Line isFine={gain === null}>
          <strong>{say('combine.dry')}</strong>{' '}
          {gain === null
            ? say('combine.dryFine', { before: dry(check.inputs), after: dry(check.outputs) })
            : say('combine.dryGain', {
                before: kg(gain.inputDryGrams),
                after: kg(gain.outputDryGrams),
                percent: formatPercent(fromHundredths(SCALE_TOLERANCE_HUNDREDTHS)),
              })}
        </Line>
        <Line isFine={outside === null}>
          <strong>{say('combine.yield')}</strong>{' '}
          {outside === null
            ? say('combine.yieldFine', { share: formatPercent(share) })
            : say('combine.yieldOutside', {
                share: formatPercent(share),
                least: formatPercent(fromHundredths(outside.band.leastHundredths)),
                most: formatPercent(fromHundredths(outside.band.mostHundredths)),
              })}
        </Line>
        {outside !== null && (
          <chakra.details color="fg.muted">
            <chakra.summary cursor="pointer" py="1">
              {say('combine.yieldSource')}
            </chakra.summary>
            {outside.band.source}
          </chakra.details>
        )}
      </Flex>
    </Box>
  );
}

function Figure({ name, amount, isWrong = false }: { name: string; amount: string; isWrong?: boolean }) {
  return (
    <Box color={isWrong ? 'alarm' : undefined}>
      {name} <strong>{amount}</strong>
    </Box>
  );
}

function Line({ isFine, children }: { isFine: boolean; children: ReactNode }) {
  const Icon = isFine ? Check : TriangleAlert;
  return (
    <Flex gap="2" align="flex-start" color={isFine ? undefined : 'pod'}>
      <Box flexShrink="0" mt="0.5">
        <Icon aria-hidden size={16} strokeWidth={1.75} />
      </Box>
      <Box>{children}</Box>
    </Flex>
  );
}
