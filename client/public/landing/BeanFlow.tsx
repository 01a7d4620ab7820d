import { Box, chakra } from '@chakra-ui/react';
import { Smartphone, Sprout, Store, Truck } from 'lucide-react';
import { useLandingWords } from '../../words/landingWords.ts';

const STEPS = [
  { name: 'origin', icon: Sprout },
  { name: 'transport', icon: Truck },
  { name: 'retail', icon: Store },
  { name: 'consumer', icon: Smartphone },
] as const;

/** The path of a bean in four steps, side by side on wide screens. */
export function BeanFlow() {
  const { say } = useLandingWords();
  return (
    <chakra.ol listStyleType="none" display="grid" gridTemplateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}>
      {STEPS.map(({ name, icon: Icon }) => (
        <chakra.li
          key={name}
          position="relative"
          display={{ base: 'grid', md: 'block' }}
          gridTemplateColumns="2.75rem 1fr"
          columnGap="4"
          pb={{ base: '6', md: '0' }}
          pe={{ md: '6' }}
          borderTopWidth={{ md: '1px' }}
          borderColor="edge"
          // The consumer is the last step.
          _last={{ pb: '0', borderTopColor: 'transparent', '& > [data-line]': { display: 'none' } }}
        >
          <Box
            data-line=""
            hideFrom="md"
            position="absolute"
            insetStart="calc(1.375rem - 1px)"
            top="2.75rem"
            bottom="0"
            borderInlineStartWidth="1px"
            borderColor="edge"
          />
          <Box
            display="grid"
            placeItems="center"
            boxSize="11"
            mt={{ md: '-1.375rem' }}
            bg="bg"
            color="brand"
            borderWidth="1px"
            borderColor="edge"
            borderRadius="full"
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
          </Box>
          <Box mt={{ base: '0.5', md: '4' }}>
            <chakra.h3 fontWeight="600">{say(`way.${name}`)}</chakra.h3>
            <Box fontSize="sm" color="fg.muted">
              {say(`way.${name}Text`)}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
