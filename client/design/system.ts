import { createSystem, defineConfig, defineSlotRecipe } from '@chakra-ui/react';
import { dialogAnatomy, menuAnatomy, tabsAnatomy, toastAnatomy } from '@chakra-ui/react/anatomy';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { dark, light, STAGE_TONES, TONES } from './palette.ts';
import { ROW_LOOKS } from './rowLooks.ts';

/*
 * The Chakra system of the product: our tokens on Chakra's utilities, and only the recipes that are used. Chakra's own
 * theme is not loaded, so a component without a recipe here comes out unstyled: take the pieces of this folder.
 *
 * Colors: bg, bg.raised, bg.sunken, fg, fg.muted, line, edge (of controls), focus; and per tone (brand, leaf, pod, alarm, sky)
 * `leaf` (text and icons), `leaf.subtle` (ground under that text), `leaf.solid` with `leaf.on` (text on it); per stage
 * `stage.drying` and `stage.drying.subtle`.
 * Type: fontSize xs 12, sm 14, md 16, lg 20, xl 24, 2xl 32, 3xl 48; fonts body, display, mono. Radii: control 6, panel 12.
 * Space: 0.5 1 1.5 2 2.5 3 4 5 6 8 10 11 12 16 20 24 (x 4 px). Shadow: one, `panel`. Breakpoints: sm 480, md 768, lg 1024, xl 1280.
 */

const pair = (inLight: string, inDark: string) => ({ value: { base: inLight, _dark: inDark } });

const scale = (...steps: number[]) => Object.fromEntries(steps.map((step) => [step, { value: `${step / 4}rem` }]));
const SPACES = scale(0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24);

const SHEET_MOTION = {
  _open: { animation: 'appear 160ms ease-out' },
  _closed: { animation: 'vanish 120ms ease-out' },
};

const dialog = defineSlotRecipe({
  slots: dialogAnatomy.keys(),
  base: {
    backdrop: { position: 'fixed', inset: '0', bg: 'veil', zIndex: 'dialog', ...SHEET_MOTION },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: 'dialog',
      display: 'flex',
      justifyContent: 'center',
      alignItems: { base: 'flex-end', md: 'center' },
      p: { base: '0', md: '6' },
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      maxH: { base: '94dvh', md: 'calc(100dvh - 3rem)' },
      bg: 'bg.raised',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'line',
      borderTopRadius: 'panel',
      borderBottomRadius: { base: '0', md: 'panel' },
      boxShadow: 'panel',
      outline: 'none',
      _open: { animation: 'rise 180ms ease-out' },
      _closed: { animation: 'vanish 120ms ease-out' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      px: { base: '4', md: '6' },
      py: '3',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    title: { fontSize: 'lg', fontWeight: '600', lineHeight: '1.3', minW: '0', overflowWrap: 'anywhere' },
    description: { color: 'fg.muted', fontSize: 'sm' },
    body: { flex: '1', minH: '0', overflowY: 'auto', px: { base: '4', md: '6' }, py: '5' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
  },
  variants: {
    size: {
      sm: { content: { maxW: { md: '26rem' } } },
      md: { content: { maxW: { md: '34rem' } } },
      lg: { content: { maxW: { md: '46rem' } } },
      xl: { content: { maxW: { md: '64rem' } } },
      // A whole view over the page: as high as the window from the start, so that it does not jump while it fills.
      cover: {
        positioner: { alignItems: 'center' },
        content: {
          maxW: { md: '68rem' },
          h: { base: '100dvh', md: 'calc(100dvh - 3rem)' },
          maxH: { base: '100dvh', md: 'calc(100dvh - 3rem)' },
          borderRadius: { base: '0', md: 'panel' },
          borderWidth: { base: '0', md: '1px' },
        },
      },
      full: {
        positioner: { p: '0' },
        content: { maxW: '100vw', h: '100dvh', maxH: '100dvh', borderRadius: '0', borderWidth: '0' },
      },
    },
  },
  defaultVariants: { size: 'md' },
});

const menu = defineSlotRecipe({
  slots: menuAnatomy.keys(),
  base: {
    content: {
      zIndex: 'popover',
      minW: '13rem',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1',
      bg: 'bg.raised',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'control',
      boxShadow: 'panel',
      outline: 'none',
      _open: { animation: 'appear 120ms ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: { base: '11', md: '9' },
      px: '3',
      borderRadius: 'control',
      fontSize: 'sm',
      cursor: 'pointer',
      outline: 'none',
      _highlighted: { bg: 'bg.sunken', boxShadow: 'inset 0 0 0 2px var(--chakra-colors-focus)' },
      _disabled: { color: 'fg.muted', cursor: 'not-allowed' },
    },
    separator: { h: '1px', bg: 'line', my: '1', mx: '-1' },
  },
});

const tabs = defineSlotRecipe({
  slots: tabsAnatomy.keys(),
  base: {
    list: { display: 'flex', overflowX: 'auto', borderBottomWidth: '1px', borderColor: 'line' },
    trigger: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: '11',
      px: { base: '3', md: '4' },
      fontSize: 'sm',
      fontWeight: '500',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      transition: 'color 120ms ease-out, border-color 120ms ease-out',
      _hover: { color: 'fg' },
      _selected: { color: 'fg', borderColor: 'brand' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    content: { _focusVisible: { outlineOffset: '-2px' } },
  },
});

const toast = defineSlotRecipe({
  slots: toastAnatomy.keys(),
  base: {
    root: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '3',
      w: { base: 'calc(100vw - 2rem)', sm: '24rem' },
      p: '4',
      pe: '12',
      position: 'relative',
      bg: 'bg.raised',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'line',
      borderStartWidth: '4px',
      borderStartColor: 'sky.solid',
      borderRadius: 'control',
      boxShadow: 'panel',
      fontSize: 'sm',
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      height: 'var(--height)',
      opacity: 'var(--opacity)',
      transition: 'translate 180ms ease-out, scale 180ms ease-out, opacity 180ms ease-out, height 180ms ease-out',
      '&[data-type=error]': { borderStartColor: 'alarm.solid' },
      '&[data-type=success]': { borderStartColor: 'leaf.solid' },
      '&[data-type=warning]': { borderStartColor: 'pod.solid' },
    },
    title: { fontWeight: '600' },
    description: { color: 'fg.muted', overflowWrap: 'anywhere' },
    closeTrigger: {
      position: 'absolute',
      top: '1',
      insetEnd: '1',
      display: 'grid',
      placeItems: 'center',
      boxSize: '11',
      borderRadius: 'control',
      cursor: 'pointer',
      color: 'fg.muted',
      _hover: { color: 'fg' },
      '& svg': { boxSize: '4' },
    },
  },
});

const config = defineConfig({
  preflight: true,
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
        body: { value: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
        display: { value: "'Fraunces Variable', Georgia, 'Times New Roman', serif" },
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
    slotRecipes: { dialog, menu, tabs, toast },
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
      // A jump to an anchor leaves room for a fixed header.
      scrollPaddingTop: '6rem',
      '&.dark': { colorScheme: 'dark' },
    },
    '*:focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '::placeholder': { color: 'fg.muted', opacity: '1' },
    '::selection': { bg: 'brand.subtle', color: 'brand' },
    '[hidden]': { display: 'none !important' },
    ...ROW_LOOKS,
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

/** Given to `ChakraProvider` by `DesignProvider.tsx`; nothing else needs it. */
export const system = createSystem(defaultBaseConfig, config);
