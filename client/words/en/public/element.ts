/** What <manam-proof> says beyond the page of a lot; it stands on pages of others. */
export const element = {
  'element.open': 'The whole journey, at {site}',
  'element.unpinned':
    'Nobody pinned whom to trust: this page names no root fingerprints, so nothing says whose signatures these are.',
  'element.named': '{site} names these roots. Whoever puts them on this page must have compared them first.',
  'element.pinned':
    'It starts from the root fingerprints that the owner of this page has pinned, not from those that {site} names.',
  'element.pinnedHere': 'Pinned on this page',
  'element.unreadRoots':
    'The root fingerprints on this page cannot be read. Each has 64 digits and letters from a to f.',
  'element.unreadServer': 'The address of the server on this page cannot be read: {server}',
  'element.otherLot': 'Another lot was answered than the one that was asked for.',
} as const;
