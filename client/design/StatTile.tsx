import { Box, Flex } from '@chakra-ui/react';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ToneName } from './colors.ts';
import { TextLink } from './TextLink.tsx';

/*
 * <StatTile label="Total Lots" value={formatCount(n)} icon={<Package />} tone="alarm" note="of 60"
 *     trend={{ change: -2, isGood: true, text: '-2 in 30 days' }} />
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
  /** address of the details; the whole tile links there */
  to?: string;
}

export function StatTile({ label, value, icon, tone, note, trend, to }: StatTileProps) {
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
      <Flex align="baseline" gap="1.5" mt="1">
        <Box
          fontSize={{ base: 'xl', md: '2xl' }}
          fontWeight="600"
          lineHeight="1.2"
          letterSpacing="-0.02em"
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
      </Flex>
      {trend !== undefined && <TrendLine {...trend} />}
    </Box>
  );
}

function WholeTileLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <TextLink asChild css={{ '&::after': { content: '""', position: 'absolute', inset: '0' } }}>
      <Link to={to}>{children}</Link>
    </TextLink>
  );
}

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
