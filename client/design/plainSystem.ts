import { createSystem } from '@chakra-ui/react';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { look } from './look.ts';

/** The look without recipes: for pages on which nothing floats. Given to `ChakraProvider` by `PlainDesignProvider.tsx`. */
export const plainSystem = createSystem(defaultBaseConfig, look);
