import { defineConfig } from '@chakra-ui/react';
import { dark, light, STAGE_TONES, TONES } from './colors.ts';
import { BADGE_LOOKS } from './rowLooks.ts';

/*
 * The look of the product: our tokens and global rules, on Chakra's utilities. `system.ts` adds the recipes of the pieces that float
 * above a page, which public pages do without (`PlainDesignProvider.tsx`).
 *
 * Colors: bg, bg.raised, bg.sunken, fg, fg.muted, line, edge (of controls), focus; and per tone (brand, leaf, pod, alarm, sky)
 * `leaf` (text and icons), `leaf.subtle` (ground under that text), `leaf.solid` with `leaf.on` (text on it); per stage
 * `stage.drying` and `stage.drying.subtle`.
 * Type: fontSize xs 12, sm 14, md 16, lg 20, xl 24, 2xl 32, 3xl 48; fonts body, display, mono. Radii: control 6, panel 12.
 * Space: 0.5 1 1.5 2 2.5 3 4 5 6 8 10 11 12 16 20 24 (x 4 px). Shadow: one, `panel`. Breakpoints: sm 480, md 768, lg 1024, xl 1280.
 */

/** A window so low that what stands around the content would fill it: a phone on its side, a desktop at 200 %. */
export const LOW = '@media (max-height: 30rem)';

/** Print is always light. */
const SYSTEM_DARK = '@media screen and (prefers-color-scheme: dark)';

const pair = (inLight: string, inDark: string) => ({
  value: { base: inLight, _systemDark: inDark, _light: inLight, _dark: inDark },
});

const scale = (...steps: number[]) => Object.fromEntries(steps.map((step) => [step, { value: `${step / 4}rem` }]));
const SPACES = scale(0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24);

/** Everything except recipes. */
export const look = defineConfig({
  preflight: true,
  // The system preference applies before any script runs, and without one; a user's choice is a class (scheme.ts).
  conditions: { light: '.light &', systemDark: SYSTEM_DARK },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      appear: { from: { opacity: '0' } },
      vanish: { to: { opacity: '0' } },
      rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
      pulse: { '50%': { opacity: '0.55' } },
      turn: { to: { transform: 'rotate(360deg)' } },
    },
    tokens: {
      fonts: {
        body: {
          value:
            "'Inter Variable', 'Inter Stand-in', 'Inter Stand-in Arial', 'Inter Stand-in Noto', 'Inter Stand-in DejaVu', system-ui, sans-serif",
        },
        display: {
          value:
            "'Fraunces Variable', 'Fraunces Stand-in', 'Fraunces Stand-in Times', 'Fraunces Stand-in Noto', 'Fraunces Stand-in DejaVu', serif",
        },
        mono: { value: "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace" },
      },
      fontSizes: {
        xs: { value: '0.75rem' },
        sm: { value: '0.875rem' },
        md: { value: '1rem' },
        lg: { value: '1.25rem' },
        xl: { value: '1.5rem' },
        '2xl': { value: '2rem' },
        '3xl': { value: '3rem' },
      },
      spacing: SPACES,
      sizes: { ...SPACES, full: { value: '100%' }, content: { value: '90rem' }, column: { value: '40rem' } },
      radii: { control: { value: '6px' }, panel: { value: '12px' }, full: { value: '9999px' } },
      zIndex: { sticky: { value: 10 }, dialog: { value: 100 }, popover: { value: 200 }, toast: { value: 300 } },
    },
    semanticTokens: {
      colors: {
        bg: {
          DEFAULT: pair(light.bg, dark.bg),
          raised: pair(light.raised, dark.raised),
          sunken: pair(light.sunken, dark.sunken),
        },
        fg: { DEFAULT: pair(light.fg, dark.fg), muted: pair(light.muted, dark.muted) },
        line: pair(light.line, dark.line),
        edge: pair(light.edge, dark.edge),
        focus: pair(light.focus, dark.focus),
        veil: pair('rgb(42 32 26 / 0.45)', 'rgb(0 0 0 / 0.6)'),
        ...Object.fromEntries(
          TONES.map((tone) => [
            tone,
            {
              DEFAULT: pair(light.tones[tone].text, dark.tones[tone].text),
              subtle: pair(light.tones[tone].subtle, dark.tones[tone].subtle),
              solid: pair(light.tones[tone].solid, dark.tones[tone].solid),
              on: pair(light.tones[tone].on, dark.tones[tone].on),
            },
          ]),
        ),
        stage: Object.fromEntries(
          STAGE_TONES.map((stage) => [
            stage,
            {
              DEFAULT: pair(light.stages[stage].text, dark.stages[stage].text),
              subtle: pair(light.stages[stage].subtle, dark.stages[stage].subtle),
            },
          ]),
        ),
      },
      shadows: {
        panel: pair('0 1px 2px rgb(42 32 26 / 0.06), 0 8px 24px rgb(42 32 26 / 0.10)', '0 8px 24px rgb(0 0 0 / 0.5)'),
      },
    },
  },
  globalCss: {
    html: {
      fontFamily: 'body',
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.5',
      colorScheme: 'light',
      '--global-color-border': 'colors.line',
      textSizeAdjust: '100%',
      // Keeps anchor targets clear of the fixed header.
      scrollPaddingTop: '6rem',
      '&.dark': { colorScheme: 'dark' },
      [SYSTEM_DARK]: { '&:not(.light)': { colorScheme: 'dark' } },
    },
    '*:focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '::placeholder': { color: 'fg.muted', opacity: '1' },
    '::selection': { bg: 'brand.subtle', color: 'brand' },
    '[hidden]': { display: 'none !important' },
    ...BADGE_LOOKS,
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
});
