import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import './fonts.css';
import { styleCache } from './styleCache.ts';
import { system } from './system.ts';

const cache = styleCache();

/** Gives all staff screens the tokens, the fonts and the global rules. Used once, in `main.tsx`. */
export function DesignProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
