import { chakra } from '@chakra-ui/react';
import { StatusDot } from '../../design/StatusDot.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { statusLegend, type PlotStatus } from './plotStatus.ts';

/** What the colors of plots on a map mean. */
export function StatusLegend({ statuses }: { statuses: readonly PlotStatus[] }) {
  const words = useFarmWords();
  return (
    <chakra.ul
      aria-label={words.say('plot.status')}
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="1"
      mt="2"
      fontSize="sm"
    >
      {statusLegend(words, statuses).map(({ tone, text }) => (
        <chakra.li key={tone} display="flex" alignItems="center" gap="2">
          <StatusDot tone={tone} />
          {text}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
