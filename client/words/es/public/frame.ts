import type { frame as english } from '../../en/public/frame.ts';
import type { Translation } from '../../messages.ts';

/** Header and footer of every public page. */
export const frame = {
  'frame.skip': 'Ir al contenido',
  'frame.staff': 'Administración',
  'frame.about': 'Acerca de este sitio',
  'frame.version': 'Manam-Trace {version}',
  'frame.privacy': 'Privacidad',
  'frame.terms': 'Condiciones',
  'frame.support': 'Ayuda',
  'frame.language': 'Idioma: {language}',
  'frame.light': 'Colores claros',
  'frame.dark': 'Colores oscuros',
} as const satisfies Translation<typeof english>;
