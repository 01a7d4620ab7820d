/** The command palette and the keys. */
export const palette = {
  'palette.label': 'Search and commands',
  'palette.placeholder': 'Find a lot, a farm or a transaction, or do something',
  'palette.none': 'Nothing found',
  'palette.failed': 'Failed to search',
  'palette.searching': 'Searching...',
  'palette.farms': 'Farms',
  'palette.transactions': 'Transactions',
  'palette.plots': 'Plots of {farmId}',
  'palette.do': 'Do',
  'palette.blockchain': 'View Blockchain of {lotId}',

  'keys.title': 'Keyboard shortcuts',
  'keys.general': 'Everywhere',
  'keys.goTo': 'Go to',
  'keys.palette': 'Search and commands',
  'keys.list': 'Show this list',
  'keys.letters': 'Single-letter shortcuts',
} as const;
