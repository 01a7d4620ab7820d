import { Box } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/Button.tsx';

/** One step back, at the top of a step. */
export function BackButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Box mt={{ base: '-3', sm: '-4' }} mb="3" ms="-4" _print={{ display: 'none' }}>
      <Button variant="quiet" onClick={onClick}>
        <ArrowLeft aria-hidden />
        {children}
      </Button>
    </Box>
  );
}
