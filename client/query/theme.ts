import { dark, light, type Scheme } from '../design/colors.ts';

/** Elements on which GraphiQL defines its variables; some are outside the page's root element. */
const PARTS =
  '.graphiql-container, .graphiql-dialog, .graphiql-dialog-overlay, .graphiql-dropdown-content, .graphiql-tooltip, ' +
  '[data-radix-popper-content-wrapper], .CodeMirror-info, .CodeMirror-lint-tooltip, .CodeMirror-hints';

/** Converts '#5b3a29' to '20.4, 37.9%, 25.9%', GraphiQL's color format. One decimal reproduces the same color. */
export function hslOf(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const range = most - least;
  const lightness = (most + least) / 2;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    range === 0
      ? 0
      : most === red
        ? (green - blue) / range
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  const one = (value: number): string => String(Math.round(value * 10) / 10);
  return `${one((sixth * 60 + 360) % 360)}, ${one(saturation * 100)}%, ${one(lightness * 100)}%`;
}

function variables({ bg, fg, tones }: Scheme): string {
  const colors: Record<string, string> = {
    base: bg,
    neutral: fg,
    primary: tones.brand.solid,
    secondary: tones.brand.text,
    tertiary: tones.leaf.text,
    info: tones.sky.text,
    success: tones.leaf.text,
    warning: tones.pod.text,
    error: tones.alarm.text,
  };
  return Object.entries(colors)
    .map(([name, hex]) => `--color-${name}: ${hslOf(hex)};`)
    .join(' ');
}

/** GraphiQL in the product's colors, in the system's scheme or the one chosen in its settings. */
export function themeRules(): string {
  const icon = ({ tones }: Scheme): string => `button.graphiql-execute-button > svg { color: ${tones.brand.on}; }`;
  const rules = (of: string, scheme: Scheme): string =>
    `${of} :is(${PARTS}) { ${variables(scheme)} }\n${of} ${icon(scheme)}`;
  return [
    rules('body.graphiql-light', light),
    rules('body.graphiql-dark', dark),
    `@media (prefers-color-scheme: light) { ${rules('body:not(.graphiql-dark)', light)} }`,
    `@media (prefers-color-scheme: dark) { ${rules('body:not(.graphiql-light)', dark)} }`,
  ].join('\n');
}
