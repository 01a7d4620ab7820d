import type { shared as english } from '../en/shared.ts';
import type { Translation } from '../messages.ts';

/** What the pieces say, and what public pages and staff area say alike. */
export const shared = {
  'app.name': 'Manam-Trace',
  'app.title': '{page} - Manam-Trace',

  'loading.label': 'Chargement',
  'busy.working': 'Un instant...',
  'banner.dismiss': 'Masquer',
  'dialog.ok': 'D’accord',
  'copy.button': 'Copier {what}',
  'copy.the': 'Copier : {what}',
  'copy.copied': 'Copié',
  'copy.byHand': 'Ce navigateur ne copie pas tout seul. Le texte est sélectionné : copiez-le d’ici.',
  'broken.title': 'Un problème est survenu',
  'broken.text': 'Cette partie de la page ne fonctionne plus. Ce que vous avez déjà enregistré est conservé.',
  'broken.notLoaded': 'Cette partie de la page n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',
  'broken.again': 'Réessayer',
  'broken.refresh': 'Recharger la page',

  'stage.harvested': 'Récolté',
  'stage.fermented': 'Fermenté',
  'stage.drying': 'Séchage',
  'stage.processed': 'Transformé',
  'stage.shipped': 'Expédié',
  'stage.delivered': 'Livré',
  'status.none': 'Aucune déforestation',
  'status.detected': 'Déforestation détectée',
  'status.pending': 'En attente d’examen',
  'status.investigated': 'Enquête en cours',
  'compliance.yes': 'Conforme',
  'compliance.no': 'Non conforme',

  'grade.Premium': 'Premium',
  'grade.Excellent': 'Excellent',
  'grade.Good': 'Bon',
  'grade.Standard': 'Standard',

  'lotId.empty': 'Le numéro de lot ne peut pas être vide',
  'lotId.format':
    'Numéro de lot non valide. Forme attendue : LOT suivi de lettres, de chiffres, de tirets ou de traits de soulignement (par ex. LOT701)',
} as const satisfies Translation<typeof english>;
