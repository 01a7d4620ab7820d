import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import './fonts.css';
import { plainSystem } from './plainSystem.ts';

/**
 * Gives the public pages tokens, fonts and global rules, without the dialogs, menus, tabs and toasts of the staff area.
 */
export function PlainDesignProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={plainSystem()}>{children}</ChakraProvider>;
}
