import { Box, chakra } from '@chakra-ui/react';
import { FileCheck, Link2, QrCode, Route, Satellite, Sprout } from 'lucide-react';
import { useLandingWords } from '../../words/landingWords.ts';
import { Section } from './Section.tsx';

const FEATURES = [
  { name: 'forest', icon: Satellite },
  { name: 'journey', icon: Route },
  { name: 'ledger', icon: Link2 },
  { name: 'pack', icon: QrCode },
  { name: 'alerts', icon: FileCheck },
  { name: 'field', icon: Sprout },
] as const;

export function Features() {
  const { say } = useLandingWords();
  return (
    <Section id="features" title={say('features.title')} lead={say('features.lead')} bg="bg.raised">
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }}
        gap={{ base: '4', md: '5' }}
      >
        {FEATURES.map(({ name, icon: Icon }) => (
          <chakra.li
            key={name}
            p={{ base: '5', md: '6' }}
            bg="bg"
            borderWidth="1px"
            borderColor="line"
            borderRadius="panel"
            breakInside="avoid"
          >
            <Box color="brand">
              <Icon aria-hidden size={24} strokeWidth={1.75} />
            </Box>
            <chakra.h3 mt="4" fontWeight="600">
              {say(`features.${name}`)}
            </chakra.h3>
            <Box mt="1.5" fontSize="sm" color="fg.muted">
              {say(`features.${name}Text`)}
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Section>
  );
}
