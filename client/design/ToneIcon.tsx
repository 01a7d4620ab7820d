import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, FlaskConical, type LucideIcon } from 'lucide-react';

/** Of a verdict: good, not known yet, bad, neutral because it rests on sample data. */
export type Tone = 'leaf' | 'pod' | 'alarm' | 'sky';

const ICONS: Record<Tone, LucideIcon> = { leaf: CircleCheck, pod: Clock, alarm: CircleAlert, sky: FlaskConical };

/** The sign of a verdict, beside its words. @param past it is of an earlier day: what was good then may not be now */
export function ToneIcon({ tone, size = 20, past = false }: { tone: Tone; size?: number; past?: boolean }) {
  const Icon = past && tone === 'leaf' ? Clock : ICONS[tone];
  return (
    <Box color={tone} flexShrink="0">
      <Icon aria-hidden size={size} strokeWidth={1.75} />
    </Box>
  );
}
