import { Box, chakra, type BoxProps } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';
import { Spinner } from './Spinner.tsx';

/*
 * <Delayed><Skeleton h="6rem" /></Delayed>   skeletons of the real shape, shown only when loading takes longer than 150 ms
 * <LoadingText>Initializing Manam-Trace...</LoadingText>   a status line for whole areas
 */
export function Delayed({ children, label }: { children: ReactNode; label?: string }) {
  const { say } = useSharedWords();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <chakra.output display="block" aria-label={label ?? say('loading.label')}>
      {children}
    </chakra.output>
  );
}

export function Skeleton(props: BoxProps) {
  return (
    <Box
      aria-hidden
      minH="4"
      bg="bg.sunken"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
      animation="pulse 1.6s ease-in-out infinite"
      {...props}
    />
  );
}

export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <chakra.output display="flex" alignItems="center" justifyContent="center" gap="3" minH="60dvh" color="fg.muted">
      <Spinner />
      {children}
    </chakra.output>
  );
}
