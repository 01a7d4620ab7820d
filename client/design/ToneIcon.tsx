import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, FlaskConical, type LucideIcon } from 'lucide-react';

/** Of a verdict: good, not known yet, bad, or neutral because it uses sample data. */
export type Tone = 'leaf' | 'pod' | 'alarm' | 'sky';

const ICONS: Record<Tone, LucideIcon> = { leaf: CircleCheck, pod: Clock, alarm: CircleAlert, sky: FlaskConical };

/**
 * The icon of a verdict.
 * @param past the verdict is from an earlier day, so a good result may no longer hold
 */
export function ToneIcon({ tone, size = 20, past = false }: { tone: Tone; size?: number; past?: boolean }) {
  const Icon = past && tone === 'leaf' ? Clock : ICONS[tone];
  return (
    <Box color={tone} flexShrink="0">
      <Icon aria-hidden size={size} strokeWidth={1.75} />
    </Box>
  );
}
