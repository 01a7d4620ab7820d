/**
 * All colors of the product, per scheme. Components use the semantic token (`bg.raised`, `leaf`, `stage.drying`), never
 * a value from here; `palette.test.ts` checks the WCAG contrast of each pair in use.
 *
 * Per tone: `text` is for `bg`, `bg.raised`, `bg.sunken` and its own `subtle` background; `solid` is the background of
 * `on`.
 */
export interface ToneColors {
  text: string;
  subtle: string;
  solid: string;
  on: string;
}

export interface Scheme {
  bg: string;
  raised: string;
  sunken: string;
  fg: string;
  muted: string;
  /** separator without meaning */
  line: string;
  /** border of a control: at least 3:1 */
  edge: string;
  focus: string;
  tones: Record<ToneName, ToneColors>;
  stages: Record<StageTone, { text: string; subtle: string }>;
}

export const TONES = ['brand', 'leaf', 'pod', 'alarm', 'sky'] as const;
export type ToneName = (typeof TONES)[number];
/** A tone, or grey where nothing is known. */
export type MarkTone = ToneName | 'neutral';
/** The color token of a mark on a map or before a word: at least 3:1 against every background. */
export const markColor = (tone: MarkTone): string => (tone === 'neutral' ? 'edge' : `${tone}.solid`);
export const STAGE_TONES = ['harvested', 'fermented', 'drying', 'processed', 'shipped', 'delivered', 'other'] as const;
export type StageTone = (typeof STAGE_TONES)[number];

export const light: Scheme = {
  bg: '#faf7f2',
  raised: '#ffffff',
  sunken: '#f2ede4',
  fg: '#2a201a',
  muted: '#665a50',
  line: '#e0d7ca',
  edge: '#8b7d70',
  focus: '#1d5f8a',
  tones: {
    brand: { text: '#5b3a29', subtle: '#f3e8df', solid: '#5b3a29', on: '#ffffff' },
    leaf: { text: '#2a6236', subtle: '#e4f0e3', solid: '#2f6b3c', on: '#ffffff' },
    pod: { text: '#7d4f00', subtle: '#fbeecb', solid: '#8f5b00', on: '#ffffff' },
    alarm: { text: '#a4231c', subtle: '#fbe6e3', solid: '#b3261e', on: '#ffffff' },
    sky: { text: '#1d5a83', subtle: '#e2eef6', solid: '#1d5f8a', on: '#ffffff' },
  },
  stages: {
    harvested: { text: '#2f6420', subtle: '#e6f1dc' },
    fermented: { text: '#94420b', subtle: '#fdeadb' },
    drying: { text: '#6d5700', subtle: '#f9f0c4' },
    processed: { text: '#1f55a0', subtle: '#e3ecfa' },
    shipped: { text: '#6b3aa0', subtle: '#f0e7fa' },
    delivered: { text: '#0b6350', subtle: '#d8f2ea' },
    other: { text: '#57534e', subtle: '#ebe8e4' },
  },
};

export const dark: Scheme = {
  bg: '#181310',
  raised: '#211b17',
  sunken: '#110d0b',
  fg: '#f2ebe3',
  muted: '#b9ab9e',
  line: '#3b322b',
  edge: '#87786b',
  focus: '#8cc4ea',
  tones: {
    brand: { text: '#dfb397', subtle: '#3a2a20', solid: '#dfb397', on: '#2a1a10' },
    leaf: { text: '#8fd09b', subtle: '#1d3122', solid: '#7cc48a', on: '#0d2012' },
    pod: { text: '#e9bd62', subtle: '#362a10', solid: '#e0b04c', on: '#271c00' },
    alarm: { text: '#f5a69d', subtle: '#431e1a', solid: '#f0958b', on: '#3a0b07' },
    sky: { text: '#8cc4ea', subtle: '#15303f', solid: '#8cc4ea', on: '#06202f' },
  },
  stages: {
    harvested: { text: '#a5d48a', subtle: '#23331a' },
    fermented: { text: '#f4b184', subtle: '#3b2414' },
    drying: { text: '#e6cf63', subtle: '#332c0e' },
    processed: { text: '#a3c3f5', subtle: '#1a2a44' },
    shipped: { text: '#cdaef0', subtle: '#2f2142' },
    delivered: { text: '#7fd6bd', subtle: '#10332a' },
    other: { text: '#c2bab2', subtle: '#2f2a26' },
  },
};
