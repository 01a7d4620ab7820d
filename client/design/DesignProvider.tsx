import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import './fonts.css';
import { system } from './system.ts';

/** Gives every screen of the staff area the tokens, the fonts and the global rules. Once, in `main.tsx`. */
export function DesignProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
