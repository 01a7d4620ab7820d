import { Box, chakra } from '@chakra-ui/react';
import { useLandingWords } from '../../words/landingWords.ts';
import { ContactForm } from './ContactForm.tsx';
import { Section } from './Section.tsx';

const STEPS = ['contact.next1', 'contact.next2', 'contact.next3'] as const;

/** Contact details and the demo request form. */
export function Contact() {
  const { say } = useLandingWords();
  return (
    <Section id="contact" title={say('contact.title')} lead={say('contact.lead')}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap={{ base: '8', lg: '16' }}
        alignItems="start"
      >
        <Box
          p={{ base: '4', sm: '6', md: '8' }}
          bg="bg.raised"
          borderWidth="1px"
          borderColor="line"
          borderRadius="panel"
        >
          <ContactForm />
        </Box>
        <Box>
          <chakra.h3 fontWeight="600">{say('contact.next')}</chakra.h3>
          <chakra.ol mt="3" ps="5" listStyleType="decimal">
            {STEPS.map((step) => (
              <chakra.li key={step} py="1.5" ps="1" color="fg.muted">
                {say(step)}
              </chakra.li>
            ))}
          </chakra.ol>
        </Box>
      </Box>
    </Section>
  );
}
