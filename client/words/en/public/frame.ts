/** Header and footer of every public page. */
export const frame = {
  'frame.skip': 'Skip to content',
  'frame.staff': 'Admin Portal',
  'frame.about': 'About this site',
  'frame.version': 'Manam-Trace {version}',
  'frame.privacy': 'Privacy',
  'frame.terms': 'Terms',
  'frame.support': 'Support',
  'frame.language': 'Language: {language}',
  'frame.light': 'Light colors',
  'frame.dark': 'Dark colors',
} as const;
