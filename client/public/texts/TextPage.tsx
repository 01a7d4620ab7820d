import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PublicFrame } from '../PublicFrame.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';

/**
 * A page of text.
 * <TextPage title={say('privacy.title')} lead={...}>
 *   <TextSection title={...}><p>...</p></TextSection>
 * </TextPage>
 */
export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <PublicFrame>
      <chakra.h1 fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" lineHeight="1.2">
        {title}
      </chakra.h1>
      <Box mt="3" fontSize="lg" lineHeight="1.45">
        {lead}
      </Box>
      {children}
    </PublicFrame>
  );
}

export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      as="section"
      mt="8"
      css={{
        '& p + p, & p + ul, & ul + p': { marginTop: '0.75rem' },
        '& ul': { listStyleType: 'disc', paddingInlineStart: '1.25rem' },
        '& li': { marginTop: '0.25rem' },
        '& a': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
      }}
    >
      <chakra.h2 fontSize="lg" fontWeight="600" mb="2">
        {title}
      </chakra.h2>
      {children}
    </Box>
  );
}
