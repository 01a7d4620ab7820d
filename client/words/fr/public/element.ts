import type { element as english } from '../../en/public/element.ts';
import type { Translation } from '../../messages.ts';

/** What <manam-proof> says beyond the page of a lot; it stands on pages of others. */
export const element = {
  'element.open': 'Tout le parcours, sur {site}',
  'element.unpinned':
    'Personne n’a fixé à qui se fier : cette page ne nomme aucune empreinte racine, donc rien ne dit de qui sont ces signatures.',
  'element.named': '{site} nomme ces racines. Celui qui les inscrit sur cette page doit d’abord les avoir comparées.',
  'element.pinned':
    'La vérification part des empreintes racines que le propriétaire de cette page a fixées, non de celles que nomme {site}.',
  'element.pinnedHere': 'Fixée sur cette page',
  'element.unreadRoots':
    'Les empreintes racines de cette page sont illisibles. Chacune compte 64 chiffres et lettres de a à f.',
  'element.unreadServer': 'L’adresse du serveur sur cette page est illisible : {server}',
  'element.otherLot': 'La réponse porte sur un autre lot que celui qui a été demandé.',
} as const satisfies Translation<typeof english>;
