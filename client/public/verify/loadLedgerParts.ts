/** The script of what is shown once the record has come: asked for with the record, so that neither waits for the other. */
export const loadLedgerParts = () => import('./LedgerParts.tsx');
