import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Introduction under a page's title. */
export function PageIntro({ children }: { children: ReactNode }) {
  return (
    <Box color="fg.muted" mt="-4" maxW="42rem">
      {children}
    </Box>
  );
}
