import type { element as english } from '../../en/public/element.ts';
import type { Translation } from '../../messages.ts';

/** What <manam-proof> says beyond the page of a lot; it stands on pages of others. */
export const element = {
  'element.open': 'Olgeta rot bilong lot, long {site}',
  'element.unpinned':
    'I no gat man i makim husat bai yumi bilip long en: dispela pes i no kolim ol as mak, olsem na yumi no save ol sain i bilong husat.',
  'element.named': '{site} i kolim ol dispela as. Man i putim ol long dispela pes i mas skelim ol pastaim.',
  'element.pinned': 'Em i stat long ol as mak papa bilong dispela pes i makim, i no long ol mak {site} i kolim.',
  'element.pinnedHere': 'Dispela pes i makim',
  'element.unreadRoots':
    'Yumi no inap ritim ol as mak long dispela pes. Wan wan i gat 64 namba na leta, a i go inap f.',
  'element.unreadServer': 'Yumi no inap ritim adres bilong seva long dispela pes: {server}',
  'element.otherLot': 'Bekim i bilong narapela lot, i no bilong lot yumi askim.',
} as const satisfies Translation<typeof english>;
