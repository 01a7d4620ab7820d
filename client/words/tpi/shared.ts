import type { shared as english } from '../en/shared.ts';
import type { Translation } from '../messages.ts';

/** What the pieces say, and what public pages and staff area say alike. */
export const shared = {
  'app.name': 'Manam-Trace',
  'app.title': '{page} - Manam-Trace',

  'loading.label': 'Wet liklik',
  'busy.working': 'Wok i go het...',
  'banner.dismiss': 'Rausim',
  'dialog.ok': 'Orait',
  'copy.button': 'Kopim {what}',
  'copy.the': 'Kopim: {what}',
  'copy.copied': 'Kopim pinis',
  'copy.byHand': 'Dispela brausa i no inap kopim em yet. Makim pinis ol dispela tok: kopim long hia.',
  'broken.title': 'Samting i bagarap',
  'broken.text': 'Dispela hap bilong pes i no wok moa. Ol samting yu bin putim pinis i stap gut.',
  'broken.notLoaded': 'Dispela hap bilong pes i no kamap. Sekim koneksen bilong yu na traim gen.',
  'broken.again': 'Traim gen',
  'broken.refresh': 'Opim pes gen',

  'stage.harvested': 'Bungim pinis',
  'stage.fermented': 'Fementim pinis',
  'stage.drying': 'Draim',
  'stage.processed': 'Redim pinis',
  'stage.shipped': 'Salim long sip',
  'stage.delivered': 'Kamap pinis',
  'status.none': 'Ol i no katim bus',
  'status.detected': 'Ol i bin katim bus',
  'status.pending': 'Ol bai lukluk yet',
  'status.investigated': 'Ol i painimaut yet',
  'compliance.yes': 'I bihainim lo',
  'compliance.no': 'I no bihainim lo',

  'grade.Premium': 'Nambawan',
  'grade.Excellent': 'Gutpela tru',
  'grade.Good': 'Gutpela',
  'grade.Standard': 'Inap',

  'lotId.empty': 'Yu mas raitim namba bilong lot',
  'lotId.format':
    'Dispela namba bilong lot i no stret. Em i mas stat long LOT, na bihain ol leta, namba, _ o - (olsem LOT701)',
} as const satisfies Translation<typeof english>;
