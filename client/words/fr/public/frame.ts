import type { frame as english } from '../../en/public/frame.ts';
import type { Translation } from '../../messages.ts';

/** Header and footer of every public page. */
export const frame = {
  'frame.skip': 'Aller au contenu',
  'frame.staff': 'Administration',
  'frame.about': 'À propos de ce site',
  'frame.version': 'Manam-Trace {version}',
  'frame.privacy': 'Confidentialité',
  'frame.terms': 'Conditions',
  'frame.support': 'Aide',
  'frame.language': 'Langue : {language}',
  'frame.light': 'Couleurs claires',
  'frame.dark': 'Couleurs sombres',
} as const satisfies Translation<typeof english>;
