import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Emotion cache that puts rules in cascade layers (recipes) into a separate style sheet. Adding a rule to a sheet with
 * layers makes Chromium recompute style and layout of the whole page, and most rules have no layer. Precedence is
 * unchanged, since unlayered rules override layers regardless of order.
 */
export function styleCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  const layers = createCache({ key: 'css-layers' }).sheet;
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => (rule.startsWith('@layer') ? layers.insert(rule) : insert(rule));
  return cache;
}
