import type { MailWords } from './mailWords.ts';

const alerts = (count: number): string => `${count.toLocaleString('fr')} ${count < 2 ? 'alerte' : 'alertes'}`;

export const french: MailWords = {
  locale: 'fr',
  subject: (count) => `Manam-Trace : ${alerts(count)}`,
  lead: (count) => `Il y a du nouveau sur ${alerts(count)} que vous pouvez voir.`,
  more: (count) => `Et encore ${alerts(count)}, non ${count < 2 ? 'listée' : 'listées'} ici.`,
  types: {
    deforestation: 'Déforestation',
    land_use_change: 'Changement d’usage du sol',
    fire: 'Incendie',
    other: 'Autre',
  },
  severity: (severity) => `Gravité : ${severity}`,
  severities: { high: 'Élevée', medium: 'Moyenne', low: 'Faible' },
  events: { 'alert.raised': 'Nouvelle', 'alert.changed': 'Modifiée', 'alert.dismissed': 'Rejetée' },
  status: (status) => `État : ${status}`,
  statuses: { active: 'Active', acknowledged: 'Prise en compte', resolved: 'Traitée', dismissed: 'Rejetée' },
  outcomes: { 'No Deforestation': 'Pas de déforestation', 'Deforestation Detected': 'Déforestation constatée' },
  raised: (moment) => `Émise le ${moment}`,
  all: 'Toutes les alertes',
  why: 'Vous recevez ce message parce que vous l’avez demandé dans votre compte (My account).',
  stop: 'Ne plus recevoir ces messages',

  codeSubject: 'Manam-Trace : code pour les alertes par e-mail',
  code: (code) => `Votre code est ${code}`,
  codeUse: (minutes) =>
    `Saisissez-le dans votre compte (My account) pour recevoir les alertes à cette adresse. Il est valable ${minutes} minutes ; d’ici là, rien d’autre n’est envoyé ici.`,
  codeNotYou:
    'Si vous ne l’avez pas demandé, quelqu’un a donné votre adresse par erreur : ne faites rien, et aucune alerte ne viendra.',

  page: {
    title: 'Alertes par e-mail',
    ask: 'Les alertes sont envoyées à l’adresse qui a reçu ce lien. Les arrêter ? Rien d’autre ne change.',
    act: 'Ne plus recevoir ces messages',
    done: 'Elles sont arrêtées. Vous pouvez les redemander dans votre compte (My account).',
    unknown:
      'Ce lien n’est pas complet. Ouvrez-le à nouveau depuis le message, ou arrêtez les messages dans votre compte (My account).',
  },
};
