import type { Tone } from '../design/ToneIcon.tsx';

/* DOM building for the element; texts become text nodes, never HTML. */
export type ElementContent = Node | string | null | readonly ElementContent[];
type Attributes = Readonly<Record<string, string | null>>;

function append(parent: Element, drawn: ElementContent): void {
  if (drawn === null) return;
  if (typeof drawn === 'string' || drawn instanceof Node) parent.append(drawn);
  else for (const one of drawn) append(parent, one);
}

/** Creates an element with attributes (null ones are omitted) and children. */
export function draw<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...inside: ElementContent[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  append(made, inside);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';
const CIRCLE = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18';
/** Paths in a 24 by 24 box. */
const SIGNS = {
  leaf: `${CIRCLE}M8.2 12.4l2.6 2.6l5-5.4`,
  pod: `${CIRCLE}M12 7.5v4.8l3 1.8`,
  alarm: `${CIRCLE}M12 7.5v5.2M12 16.2v.1`,
  sky: 'M10 3v6.5L5 18.5a1.6 1.6 0 0 0 1.4 2.5h11.2a1.6 1.6 0 0 0 1.4-2.5L14 9.5V3M8.5 3h7M7.3 15h9.4',
  question: `${CIRCLE}M9.6 9.6a2.5 2.5 0 1 1 3.4 2.3c-.7.3-1 .8-1 1.5M12 16.4v.1`,
  waiting: CIRCLE,
  fold: 'M7 10l5 5l5-5',
} as const satisfies Record<Tone | 'question' | 'waiting' | 'fold', string>;
export type Sign = keyof typeof SIGNS;

/** A decorative icon beside text with the same meaning. */
export function drawSign(sign: Sign, tone: Tone | null = null): SVGSVGElement {
  const made = document.createElementNS(SVG, 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  made.setAttribute('class', `sign sign-${sign}`);
  if (tone !== null) made.setAttribute('data-tone', tone);
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', SIGNS[sign]);
  made.append(line);
  return made;
}

/** Text for screen readers only. */
export function heard(text: string): HTMLElement {
  return draw('span', { class: 'heard' }, text);
}
