import { Box, chakra } from '@chakra-ui/react';
import { Link2, PencilLine, Satellite, Smartphone } from 'lucide-react';
import { useLandingWords } from '../../words/landingWords.ts';

const LINKS = [
  { name: 'field', icon: PencilLine },
  { name: 'satellite', icon: Satellite },
  { name: 'ledger', icon: Link2 },
  { name: 'anyone', icon: Smartphone },
] as const;

/** How observations become verifiable: four blocks on a chain. */
export function ProofChain() {
  const { say } = useLandingWords();
  return (
    <>
      <chakra.h3 mt={{ base: '12', md: '16' }} mb="5" fontWeight="600">
        {say('about.chain')}
      </chakra.h3>
      <chakra.ol
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap={{ base: '6', lg: '8' }}
      >
        {LINKS.map(({ name, icon: Icon }) => (
          <chakra.li
            key={name}
            position="relative"
            p="5"
            bg="bg"
            borderWidth="1px"
            borderColor="edge"
            borderRadius="panel"
            // The connector to the next block, downwards on phones and to the right on wide screens.
            css={{
              '&:not(:last-of-type)::after': {
                content: '""',
                position: 'absolute',
                borderWidth: '2px',
                borderColor: 'brand',
                borderRadius: 'full',
                bg: 'bg.raised',
                insetStart: { base: '2.25rem', lg: 'calc(100% - 0.375rem)' },
                top: { base: 'calc(100% - 0.375rem)', lg: 'calc(50% - 0.5rem)' },
                width: { base: '1rem', lg: '2.75rem' },
                height: { base: '2.25rem', lg: '1rem' },
                background: 'transparent',
                zIndex: '1',
              },
            }}
          >
            <Box color="brand">
              <Icon aria-hidden size={22} strokeWidth={1.75} />
            </Box>
            <chakra.h4 mt="3" fontWeight="600">
              {say(`about.${name}`)}
            </chakra.h4>
            <Box mt="1" fontSize="sm" color="fg.muted">
              {say(`about.${name}Text`)}
            </Box>
          </chakra.li>
        ))}
      </chakra.ol>
    </>
  );
}
