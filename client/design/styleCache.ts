import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Where Chakra's styles are kept: what lies in a layer, as recipes do, in a sheet of its own. A sheet that has layers is judged anew as a whole
 * with each style added to it, and Chromium works out the style and the layout of the whole page for that; most styles are in none. What comes before
 * what stays as it is, since a layer is weaker than all without one wherever it stands.
 */
export function styleCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  const layers = createCache({ key: 'css-layers' }).sheet;
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  sheet.insert = (rule) => (rule.startsWith('@layer') ? layers.insert(rule) : insert(rule));
  return cache;
}
