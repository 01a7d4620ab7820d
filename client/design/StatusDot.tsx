import { Box } from '@chakra-ui/react';
import { markColor, type MarkTone } from './colors.ts';

/** <StatusDot tone="leaf" />: a dot before a word that says the same. */
export function StatusDot({ tone }: { tone: MarkTone }) {
  return <Box aria-hidden boxSize="2.5" borderRadius="full" bg={markColor(tone)} flexShrink="0" />;
}
