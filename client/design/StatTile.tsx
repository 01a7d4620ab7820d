import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ToneName } from './palette.ts';

/** <StatTile label="Total Lots" value={formatCount(n)} icon={<Package />} tone="alarm" note="of 60" />: one figure with its name. */
export interface StatTileProps {
  label: string;
  value: string;
  icon?: ReactNode;
  tone?: ToneName;
  note?: string;
}

export function StatTile({ label, value, icon, tone, note }: StatTileProps) {
  return (
    <Box bg="bg.raised" borderWidth="1px" borderColor="line" borderRadius="panel" p="4" minW="0">
      <Flex
        align="center"
        gap="2"
        color="fg.muted"
        fontSize="sm"
        css={{ '& svg': { boxSize: '1rem', flexShrink: '0' } }}
      >
        {icon}
        <Box minW="0">{label}</Box>
      </Flex>
      <Box
        fontSize={{ base: 'xl', md: '2xl' }}
        fontWeight="600"
        lineHeight="1.2"
        mt="1"
        letterSpacing="-0.02em"
        fontVariantNumeric="tabular-nums"
        color={tone ?? 'fg'}
      >
        {value}
      </Box>
      {note !== undefined && (
        <Box fontSize="xs" color="fg.muted" mt="0.5">
          {note}
        </Box>
      )}
    </Box>
  );
}
