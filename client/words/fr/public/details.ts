import type { details as english } from '../../en/public/details.ts';
import type { Translation } from '../../messages.ts';

/** What only the parts say that are loaded once they are shown: those of the ledger's record, and debug information. */
export const details = {
  'debug.title': 'Informations de débogage',
  'debug.none': 'Aucun appel pour l’instant',
  'ledger.refresh': 'Actualiser',
  'integrity.notShown': 'Les valeurs ne sont pas montrées en public.',
  'integrity.shownHere': 'Affiché ici : {value}',
  'chain.title': 'Chaîne de provenance',
  'chain.failed': 'La chaîne de provenance n’a pas pu être chargée.',
  'chain.empty':
    'Rien n’est encore enregistré. Un nouveau lot est en général inscrit au registre en moins d’une minute.',
  'proof.title': 'Preuve technique',
  'proof.none': 'Appuyez sur Vérifier ci-dessus pour faire recalculer l’empreinte, les signatures et l’heure.',
  'proof.certificate': 'Certificat {fingerprint}',
} as const satisfies Translation<typeof english>;
