import { Flex } from '@chakra-ui/react';
import { Check, LockKeyhole, Minus } from 'lucide-react';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { ASSURANCES, type Assurance } from './assurance.ts';

/** The specified strip; a claim that does not hold is shown as not yet reached. */
export function AssuranceStrip({ holds }: { holds: Record<Assurance, boolean> }) {
  const { say } = useLotListWords();
  return (
    <Flex
      wrap="wrap"
      columnGap="4"
      rowGap="1"
      pt="3"
      borderTopWidth="1px"
      borderColor="line"
      fontSize="xs"
      fontWeight="500"
    >
      {ASSURANCES.map((claim) => (
        <Flex key={claim} align="center" gap="1.5" color={holds[claim] ? 'leaf' : 'fg.muted'}>
          {holds[claim] ? (
            <Check aria-hidden size={14} strokeWidth={2} />
          ) : (
            <Minus aria-hidden size={14} strokeWidth={2} />
          )}
          <span>
            {holds[claim] ? say(`assurance.${claim}`) : say('assurance.notYet', { claim: say(`assurance.${claim}`) })}
          </span>
        </Flex>
      ))}
      <Flex align="center" gap="1.5" ms={{ md: 'auto' }} color="fg.muted">
        <LockKeyhole aria-hidden size={14} strokeWidth={1.75} />
        <span>{say('assurance.immutable')}</span>
      </Flex>
    </Flex>
  );
}
