import { ChakraProvider, createSystem, type SystemContext } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import type { ReactNode } from 'react';
import './fonts.css';
import { look } from './look.ts';

/**
 * Gives the public pages tokens, fonts and global rules, without the dialogs, menus, tabs and toasts of the staff area.
 */
export function PlainDesignProvider({ children }: { children: ReactNode }) {
  return <ChakraProvider value={plainSystem()}>{children}</ChakraProvider>;
}

let made: SystemContext | null = null;

/**
 * The design system without recipes, for pages without overlays. `PlainDesignProvider.tsx` passes it to
 * `ChakraProvider`. Created lazily: it is half of the script work before the first paint, which slow phones should not
 * do in one task.
 */
function plainSystem(): SystemContext {
  made ??= createSystem(defaultBaseConfig, look);
  return made;
}
