import { Box, chakra, type BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Width and margins shared by all sections of the landing page. */
export const WIDE = { w: 'full', maxW: '72rem', mx: 'auto', px: { base: '4', sm: '5', lg: '8' } } as const;

export interface SectionProps extends Pick<BoxProps, 'bg'> {
  /** anchor of the section; also labels its heading */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A section of the landing page with its heading. A link to it moves the focus there. */
export function Section({ id, title, lead, bg, children }: SectionProps) {
  return (
    <chakra.section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} outline="none" bg={bg}>
      <Box {...WIDE} py={{ base: '14', md: '24' }}>
        <chakra.h2
          id={`${id}-title`}
          fontFamily="display"
          fontSize={{ base: '1.75rem', md: '2.25rem' }}
          fontWeight="500"
          letterSpacing="-0.015em"
          lineHeight="1.15"
          textWrap="balance"
        >
          {title}
        </chakra.h2>
        {lead !== undefined && (
          <Box mt="3" maxW="40rem" color="fg.muted" fontSize={{ base: 'md', md: 'lg' }} textWrap="pretty">
            {lead}
          </Box>
        )}
        <Box mt={{ base: '8', md: '12' }}>{children}</Box>
      </Box>
    </chakra.section>
  );
}
