/*
 * Search in the palette. Each typed word must match the start of a word, or occur within the text; accents and case are
 * ignored. Better matches come first; equal matches keep their order.
 */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const RANKS = { start: 3, word: 2, within: 1, none: 0 } as const;

function rankOf(word: string, text: string): number {
  const first = text.indexOf(word);
  if (first <= 0) return first === 0 ? RANKS.start : RANKS.none;
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return RANKS.word;
  }
  return RANKS.within;
}

/** @returns 0 if a word does not match, otherwise a score; higher is better */
export function matchRank(query: string, text: string): number {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const ranks = words.map((word) => rankOf(word, plain(text)));
  if (ranks.includes(RANKS.none)) return RANKS.none;
  return words.length === 0 ? RANKS.within : ranks.reduce((sum, rank) => sum + rank, 0) / words.length;
}

/**
 * The matching items, best first.
 * @param textOf the text to search in an item
 */
export function found<Item>(query: string, items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, rank: matchRank(query, textOf(item)) }))
    .filter(({ rank }) => rank > RANKS.none)
    .sort((one, other) => other.rank - one.rank)
    .map(({ item }) => item);
}
