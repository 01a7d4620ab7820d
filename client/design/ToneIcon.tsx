import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';

/** Of a verdict: good, not known yet, bad. */
export type Tone = 'leaf' | 'pod' | 'alarm';

const ICONS: Record<Tone, LucideIcon> = { leaf: CircleCheck, pod: Clock, alarm: CircleAlert };

/** The sign of a verdict, beside its words. */
export function ToneIcon({ tone, size = 20 }: { tone: Tone; size?: number }) {
  const Icon = ICONS[tone];
  return (
    <Box color={tone} flexShrink="0">
      <Icon aria-hidden size={size} strokeWidth={1.75} />
    </Box>
  );
}
