import { createSystem, type SystemContext } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { look } from './look.ts';

let made: SystemContext | null = null;

/**
 * The look without recipes: for pages on which nothing floats. Given to `ChakraProvider` by `PlainDesignProvider.tsx`. Made when it is
 * asked for: half of the work of a page's scripts before anything is drawn, which a slow phone need not do in one go with the rest.
 */
export function plainSystem(): SystemContext {
  made ??= createSystem(defaultBaseConfig, look);
  return made;
}
