import type { details as english } from '../../en/public/details.ts';
import type { Translation } from '../../messages.ts';

/** What only the parts say that are loaded once they are shown: those of the ledger's record, and debug information. */
export const details = {
  'debug.title': 'Save bilong painim asua',
  'debug.none': 'I no gat singaut yet',
  'ledger.refresh': 'Opim gen',
  'integrity.notShown': 'Olgeta manmeri i no ken lukim dispela.',
  'integrity.shownHere': 'Long hia: {value}',
  'chain.title': 'Sen bilong ol rekod',
  'chain.failed': 'Sen bilong ol rekod i no kamap.',
  'chain.empty': 'I no gat rekod yet. Nupela lot i save go long buk bilong rekod insait long wan minit.',
  'proof.title': 'Teknikal pruf',
  'proof.none': 'Presim Sekim antap bilong kaunim gen hash, ol sain na taim.',
  'proof.certificate': 'Setifiket {fingerprint}',
} as const satisfies Translation<typeof english>;
