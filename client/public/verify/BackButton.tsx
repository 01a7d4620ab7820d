import { Box } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { StepButton } from './StepButton.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

/** Goes one step back; at the top of a step. */
export function BackButton({ ways, back, children }: Pick<VerifyFlow, 'ways' | 'back'> & { children: ReactNode }) {
  return (
    <Box mt={{ base: '-3', sm: '-4' }} mb="3" ms="-4" _print={{ display: 'none' }}>
      <StepButton variant="quiet" to={ways.back} go={back}>
        <ArrowLeft aria-hidden />
        {children}
      </StepButton>
    </Box>
  );
}
