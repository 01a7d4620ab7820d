import type { element as english } from '../../en/public/element.ts';
import type { Translation } from '../../messages.ts';

/** What <manam-proof> says beyond the page of a lot; it stands on pages of others. */
export const element = {
  'element.open': 'Todo el recorrido, en {site}',
  'element.unpinned':
    'Nadie ha fijado en quién confiar: esta página no nombra ninguna huella raíz, así que nada dice de quién son estas firmas.',
  'element.named': '{site} nombra estas raíces. Quien las ponga en esta página debe haberlas comparado antes.',
  'element.pinned': 'Parte de las huellas raíz que ha fijado el dueño de esta página, no de las que nombra {site}.',
  'element.pinnedHere': 'Fijada en esta página',
  'element.unreadRoots':
    'Las huellas raíz de esta página no se pueden leer. Cada una tiene 64 cifras y letras de la a a la f.',
  'element.unreadServer': 'La dirección del servidor en esta página no se puede leer: {server}',
  'element.otherLot': 'Se respondió con otro lote que el que se pidió.',
} as const satisfies Translation<typeof english>;
