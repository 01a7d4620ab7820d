import { dark, light, type Scheme } from '../design/colors.ts';

/*
 * The element's styles as a constructable style sheet, which no Content-Security-Policy of the page blocks. Pages
 * override colors and sizes with variables `--manam-proof-...`; our two schemes follow `color-scheme`, which defaults
 * to the system's.
 */
const COLORS = {
  text: ({ fg }: Scheme) => fg,
  quiet: ({ muted }: Scheme) => muted,
  background: ({ raised }: Scheme) => raised,
  line: ({ line }: Scheme) => line,
  edge: ({ edge }: Scheme) => edge,
  link: ({ tones }: Scheme) => tones.brand.text,
  focus: ({ focus }: Scheme) => focus,
  good: ({ tones }: Scheme) => tones.leaf.text,
  'good-background': ({ tones }: Scheme) => tones.leaf.subtle,
  open: ({ tones }: Scheme) => tones.pod.text,
  'open-background': ({ tones }: Scheme) => tones.pod.subtle,
  bad: ({ tones }: Scheme) => tones.alarm.text,
  'bad-background': ({ tones }: Scheme) => tones.alarm.subtle,
  sample: ({ tones }: Scheme) => tones.sky.text,
  'sample-background': ({ tones }: Scheme) => tones.sky.subtle,
} as const;
const PLAIN = {
  font: "system-ui, -apple-system, 'Segoe UI', sans-serif",
  size: '1rem',
  radius: '12px',
} as const;

/** The page's variables with our defaults. */
function variables(color: (of: (scheme: Scheme) => string) => string): string {
  const colors = Object.entries(COLORS).map(([name, of]) => [name, color(of)] as const);
  return [...Object.entries(PLAIN), ...colors]
    .map(([name, value]) => `--${name}: var(--manam-proof-${name}, ${value});`)
    .join('');
}

const RULES = `
:host { display: block; color-scheme: light dark; ${variables((of) => of(light))} }
@supports (color: light-dark(red, red)) {
  :host { ${variables((of) => `light-dark(${of(light)}, ${of(dark)})`)} }
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; margin: 0; padding: 0; }
.proof {
  container-type: inline-size; text-align: start; overflow-wrap: anywhere;
  font: 400 var(--size)/1.5 var(--font); letter-spacing: normal; text-transform: none; text-indent: 0; white-space: normal;
  color: var(--text); background: var(--background);
  border: 1px solid var(--line); border-radius: var(--radius); overflow: clip;
}
[data-tone=leaf] { --tone: var(--good); --ground: var(--good-background); }
[data-tone=pod] { --tone: var(--open); --ground: var(--open-background); }
[data-tone=sky] { --tone: var(--sample); --ground: var(--sample-background); }
[data-tone=alarm] { --tone: var(--bad); --ground: var(--bad-background); }
.proof > * > * { padding-inline: calc(var(--size) * 1.25); }
.verdict { padding-block: 1.25em; background: var(--ground, transparent); border-bottom: 1px solid var(--line); display: grid; gap: .5em; }
.lot { display: flex; align-items: center; gap: .5em; font-size: .875em; font-weight: 600; color: var(--tone, var(--text)); }
.claim { font-size: 1.25em; line-height: 1.3; font-weight: 600; text-wrap: balance; }
.how { display: block; margin-top: .375em; font-size: .8em; line-height: 1.45; font-weight: 400; text-wrap: wrap; }
.how::first-letter { text-transform: uppercase; }
.line { display: flex; align-items: flex-start; gap: .625em; font-size: .9375em; }
.line > :last-child { min-width: 0; }
.check strong, .check span { display: block; }
.status > * { padding-block: 1em; }
.rest { font-size: .9375em; }
h4 { font-size: 1em; font-weight: 600; padding-block: 1em .25em; border-top: 1px solid var(--line); margin-top: .75em; }
.status + .rest > h4:first-child { margin-top: 0; }
.quiet { color: var(--quiet); font-size: .9375em; }
p.quiet { padding-top: .5em; }
.country { font-weight: 600; padding-bottom: .25em; }
dl > div { display: grid; grid-template-columns: minmax(7em, 30%) 1fr; gap: 0 1em; padding-block: .25em; }
dt { color: var(--quiet); }
ol { list-style: none; padding-top: .25em; }
li { display: flex; gap: .625em; padding-block: .375em; }
li > div { flex: 1; min-width: 0; }
li > .sign { margin-top: .125em; }
.step { flex: 1; min-width: 0; }
.step > * { display: block; }
.step strong { font-weight: 600; }
[data-state=waiting] strong { font-weight: 400; color: var(--quiet); }
[data-state=proven] > .sign { color: var(--good); }
[data-state=failed] > .sign { color: var(--bad); }
[data-state=not_checked] > .sign { color: var(--open); }
summary { display: flex; align-items: flex-start; gap: .5em; cursor: pointer; list-style: none; border-radius: 6px; }
summary::-webkit-details-marker { display: none; }
summary > .sign { color: var(--quiet); }
details[open] > summary > .sign { transform: rotate(180deg); }
.means, .code, .difference { padding-top: .375em; font-size: .9375em; }
.code > *, .difference > * { display: block; }
.difference strong::first-letter { text-transform: uppercase; }
code { font: .8125em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: .25em 1.25em; border-top: 1px solid var(--line); padding-block: .625em; margin-top: 1em; }
.status + .rest > .ways:first-child { margin-top: 0; }
a, button { font: inherit; color: var(--link); min-height: 2.75rem; display: inline-flex; align-items: center; }
a { text-underline-offset: .2em; padding-block: .5em; }
button {
  background: transparent; border: 1px solid var(--edge); border-radius: 6px; padding-inline: 1em;
  font-weight: 500; cursor: pointer;
}
button[aria-disabled=true] { color: var(--quiet); cursor: default; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.sign {
  flex: none; width: 1.375em; height: 1.375em; fill: none; stroke: currentColor; stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round;
}
[data-tone] > .sign, .lot > .sign { color: var(--tone); }
.lot > .sign { width: 2em; height: 2em; }
.sign-waiting { stroke-dasharray: 3 3.3; color: var(--quiet); }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 24em) {
  dl > div { grid-template-columns: 1fr; }
}
@media (prefers-reduced-motion: no-preference) {
  details > summary > .sign { transition: transform 120ms ease-out; }
}
@media (pointer: coarse) { summary { min-height: 2.75rem; } }
@media (forced-colors: active) { .verdict { border-bottom-width: 2px; } }
`;

let sheet: CSSStyleSheet | null = null;

/** One sheet shared by all elements of a page. */
export function elementStyle(): CSSStyleSheet {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  return sheet;
}
