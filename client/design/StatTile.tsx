import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronRight, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ToneName } from './colors.ts';
import { Sparkline } from './Sparkline.tsx';

/*
 * <StatTile label="Total Lots" value={formatCount(n)} icon={<Package />} tone="alarm" note="of 60"
 *     trend={{ change: -2, isGood: true, text: '-2 in 30 days' }} series={[5, null, 3]} />
 *
 * A figure with its name and trend. The trend is an arrow with text; its color shows whether the change is good, not
 * its direction.
 */
export interface Trend {
  /** null: no earlier figure to compare with */
  change: number | null;
  /** whether the change is good; undefined: neutral */
  isGood?: boolean | undefined;
  text: string;
}

export interface StatTileProps {
  label: string;
  value: string;
  icon?: ReactNode;
  tone?: ToneName;
  note?: string;
  trend?: Trend;
  /** the course of the figure, oldest first; null: not measured */
  series?: readonly (number | null)[] | undefined;
  /** address of the details; the whole tile links there */
  to?: string;
}

export function StatTile({ label, value, icon, tone, note, trend, series, to }: StatTileProps) {
  return (
    <Box
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p="4"
      minW="0"
      // Names, figures and trends of tiles in a row align, whatever their lengths.
      display="grid"
      gridTemplateRows="subgrid"
      gridRow="span 3"
      rowGap="0"
      alignContent="start"
      position="relative"
      _hover={to === undefined ? undefined : { bg: 'bg.sunken' }}
    >
      <Flex
        align="center"
        gap="2"
        color="fg.muted"
        fontSize="sm"
        css={{ '& svg': { boxSize: '1rem', flexShrink: '0' } }}
      >
        {icon}
        <Box minW="0">{to === undefined ? label : <WholeTileLink to={to}>{label}</WholeTileLink>}</Box>
      </Flex>
      <Flex align="baseline" wrap="wrap" columnGap="1.5" mt="1">
        <Box
          fontSize={{ base: 'xl', md: '2xl' }}
          fontFamily="display"
          fontWeight="600"
          lineHeight="1.2"
          fontVariantNumeric="tabular-nums"
          color={tone ?? 'fg'}
        >
          {value}
        </Box>
        {note !== undefined && (
          <Box fontSize="xs" color="fg.muted">
            {note}
          </Box>
        )}
        {series !== undefined && (
          <Box ms="auto">
            <Sparkline values={series} />
          </Box>
        )}
      </Flex>
      {trend !== undefined && <TrendLine {...trend} />}
    </Box>
  );
}

function WholeTileLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <TileLink to={to}>
      {children}
      <ChevronRight aria-hidden />
    </TileLink>
  );
}

const TileLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5',
    _hover: { color: 'fg' },
    '&::after': { content: '""', position: 'absolute', inset: '0', borderRadius: 'panel' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  },
});

function TrendLine({ change, isGood, text }: Trend) {
  const Icon = change === null || change === 0 ? Minus : change > 0 ? TrendingUp : TrendingDown;
  const color = isGood === undefined ? 'fg.muted' : isGood ? 'leaf' : 'alarm';
  return (
    <Flex align="flex-start" gap="1.5" mt="1.5" fontSize="xs" color={color} fontVariantNumeric="tabular-nums">
      <Box flexShrink="0" pt="0.5">
        <Icon aria-hidden size={14} strokeWidth={1.75} />
      </Box>
      <span>{text}</span>
    </Flex>
  );
}
