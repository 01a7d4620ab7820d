/** Ways to write one name that a reader takes for it at sight, or cannot tell apart at all. */
export const SPELLINGS = [
  'José Pérez',
  'Jose\u0301 Pe\u0301rez',
  'JOSÉ PÉREZ',
  'Jose Perez',
  'josé   pérez',
  'José\u00a0Pérez',
  'José-Pérez',
  'José\u2011Pérez',
  'Joſé Pérez',
  'Ｊｏｓé Ｐéｒｅｚ',
  'Jo\u200bsé Pérez',
  'Jo\u00adsé Pé\u2060rez',
  '\ufeffJosé Pérez\u200e',
  'José\ufe0f Pé\u200drez',
] as const;

/** The same with letters of another alphabet in it: it looks the same and may be somebody else. */
export const LOOK_ALIKE = '\u0408\u043esé \u0420érez';
