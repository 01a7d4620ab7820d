import { createSystem, type SystemContext } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { look } from './look.ts';

let made: SystemContext | null = null;

/**
 * The design system without recipes, for pages without overlays. `PlainDesignProvider.tsx` passes it to
 * `ChakraProvider`. Created lazily: it is half of the script work before the first paint, which slow phones should not
 * do in one task.
 */
export function plainSystem(): SystemContext {
  made ??= createSystem(defaultBaseConfig, look);
  return made;
}
