import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import './fonts.css';
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

/**
 * Emotion cache that puts rules in cascade layers (recipes) into a separate style sheet. Adding a rule to a sheet with
 * layers makes Chromium recompute style and layout of the whole page, and most rules have no layer. Precedence is
 * unchanged, since unlayered rules override layers regardless of order.
 */
function styleCache(): EmotionCache {
  const styles = createCache({ key: 'css' });
  const layers = createCache({ key: 'css-layers' }).sheet;
  const { sheet } = styles;
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => (rule.startsWith('@layer') ? layers.insert(rule) : insert(rule));
  return styles;
}
