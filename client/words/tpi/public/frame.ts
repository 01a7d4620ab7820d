import type { frame as english } from '../../en/public/frame.ts';
import type { Translation } from '../../messages.ts';

/** Header and footer of every public page. */
export const frame = {
  'frame.skip': 'Go stret long tok',
  'frame.staff': 'Ples bilong ol wokman',
  'frame.about': 'Long dispela sait',
  'frame.version': 'Manam-Trace {version}',
  'frame.privacy': 'Praivesi',
  'frame.terms': 'Ol lo',
  'frame.support': 'Halivim',
  'frame.language': 'Tok ples: {language}',
  'frame.light': 'Kala i lait',
  'frame.dark': 'Kala i tudak',
} as const satisfies Translation<typeof english>;
