import { Box, chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { CONSIGNMENT_STATES, type ConsignmentState } from '../../../server/domain/consignment/states.ts';
import type { ConsignmentFactsFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';

/** How far a consignment is, with the time of each state that it reached. */
export function ConsignmentStepper({ consignment }: { consignment: ConsignmentFactsFragment }) {
  const { say, formatDateTime } = useConsignmentWords();
  const { state, createdAt, closedAt, shippedAt, deliveredAt } = consignment;
  const times: Record<ConsignmentState, string | null> = {
    open: createdAt,
    closed: closedAt,
    shipped: shippedAt,
    delivered: deliveredAt,
  };
  const here = CONSIGNMENT_STATES.indexOf(state);
  return (
    <chakra.ol
      aria-label={say('consignment.steps')}
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
      gap="2"
    >
      {CONSIGNMENT_STATES.map((one, at) => (
        <chakra.li
          key={one}
          aria-current={at === here ? 'step' : undefined}
          pt="2"
          borderTopWidth="3px"
          borderColor={at <= here ? 'leaf.solid' : 'line'}
          fontSize="sm"
          fontWeight={at === here ? '600' : '500'}
          color={at === here ? 'fg' : 'fg.muted'}
        >
          <Box display="flex" alignItems="center" gap="1.5">
            {at < here && (
              <>
                <Check aria-hidden size={16} strokeWidth={2} />
                <chakra.span srOnly>{say('consignment.stepDone')}</chakra.span>
              </>
            )}
            {say(`consignment.state.${one}`)}
          </Box>
          {times[one] !== null && (
            <Box fontSize="xs" fontWeight="400" color="fg.muted" fontVariantNumeric="tabular-nums">
              {formatDateTime(times[one])}
            </Box>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
