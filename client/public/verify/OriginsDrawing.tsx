import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { useVerifyWords } from '../../words/verifyWords.ts';
import type { OriginsOfBeans } from './publicAnswers.ts';

/** Farms that are drawn one by one; more are one box. */
const MOST_FARMS = 12;
/** Drawing units. */
const WIDTH = 320;
const MIDDLE = WIDTH / 2;
const ROW = 64;
const BOX = { width: 216, height: 34 };
const HALF = BOX.height / 2;
const TOP = 22;

export interface OriginsDrawingProps {
  lotId: string;
  origins: OriginsOfBeans;
}

/**
 * The way of the beans as one drawing: farms, the steps that they went through together, this lot. Its title says the
 * same in words.
 */
export default function OriginsDrawing({ lotId, origins }: OriginsDrawingProps) {
  const { say, formatDate } = useVerifyWords();
  const id = useId();
  const { farms, steps, shares } = origins;
  const names = steps.map(({ step }) => say(`originStep.${step}`));
  const rows = [...steps.map(({ from }, at) => `${names[at] ?? ''} \u00b7 ${formatDate(from)}`), lotId];
  const isGrouped = farms > MOST_FARMS || shares.length !== farms;
  const yOf = (row: number): number => TOP + (row + 1) * ROW;
  const title =
    names.length === 0
      ? say('combined.noSteps', { farms, lotId })
      : say('combined.way', { farms, steps: names.join(', '), lotId });
  return (
    <chakra.svg
      role="img"
      aria-labelledby={id}
      viewBox={`0 0 ${WIDTH} ${yOf(rows.length - 1) + TOP}`}
      display="block"
      w="full"
      maxW="sm"
      h="auto"
      mb="5"
      css={{ fontSize: '13px', breakInside: 'avoid', '& text': { fill: 'fg', textAnchor: 'middle' } }}
    >
      <title id={id}>{title}</title>
      {rows.map((row, at) => {
        const isLot = at === rows.length - 1;
        return (
          <g key={row} aria-hidden>
            {(at > 0 || isGrouped) && <Way from={[MIDDLE, yOf(at - 1) + HALF]} to={yOf(at) - HALF} width={6} />}
            <Box text={row} y={yOf(at)} isLot={isLot} />
          </g>
        );
      })}
      {isGrouped ? <Box text={say('combined.farms', { farms })} y={TOP} /> : <Farms shares={shares} to={yOf(0)} />}
    </chakra.svg>
  );
}

function Farms({ shares, to }: { shares: OriginsOfBeans['shares']; to: number }) {
  return shares.map(({ percent }, at) => {
    const x = ((at + 0.5) * WIDTH) / shares.length;
    return (
      <g key={at} aria-hidden>
        <Way from={[x, TOP + 11]} to={to - HALF} width={Math.max(1, (percent ?? 0) / 14)} />
        <chakra.circle cx={x} cy={TOP} r={11} css={{ fill: 'leaf.subtle', stroke: 'leaf.solid' }} />
        <text x={x} y={TOP + 4.5}>
          {at + 1}
        </text>
      </g>
    );
  });
}

/** A line down to the middle. */
function Way({ from: [x, y], to, width }: { from: readonly [number, number]; to: number; width: number }) {
  const bend = (y + to) / 2;
  return (
    <chakra.path
      d={`M${x} ${y}C${x} ${bend} ${MIDDLE} ${bend} ${MIDDLE} ${to}`}
      strokeWidth={width}
      css={{ fill: 'none', stroke: 'leaf.solid', opacity: '0.5' }}
    />
  );
}

function Box({ text, y, isLot = false }: { text: string; y: number; isLot?: boolean }) {
  return (
    <>
      <chakra.rect
        x={MIDDLE - BOX.width / 2}
        y={y - HALF}
        {...BOX}
        rx={8}
        css={{ fill: 'bg.raised', stroke: isLot ? 'leaf.solid' : 'edge', strokeWidth: isLot ? '2px' : '1px' }}
      />
      <text x={MIDDLE} y={y + 4.5} fontWeight={isLot ? 600 : 400}>
        {text}
      </text>
    </>
  );
}
