/** What only the parts say that are loaded once they are shown: those of the ledger's record, and debug information. */
export const details = {
  'debug.title': 'Debug information',
  'debug.none': 'No calls yet',
  'ledger.refresh': 'Refresh',
  'integrity.notShown': 'The values are not shown in public.',
  'integrity.shownHere': 'Shown here: {value}',
  'chain.title': 'Provenance chain',
  'chain.failed': 'The provenance chain could not be loaded.',
  'chain.empty': 'Nothing is recorded yet. A new lot usually stands on the ledger within a minute.',
  'proof.title': 'Technical proof',
  'proof.none': 'Press Verify above to have the hash, the signatures and the time recomputed.',
  'proof.certificate': 'Certificate {fingerprint}',
} as const;
