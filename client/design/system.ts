import { createSystem, defineConfig, defineSlotRecipe } from '@chakra-ui/react';
import { dialogAnatomy, menuAnatomy, tabsAnatomy, toastAnatomy } from '@chakra-ui/react/anatomy';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { LOW, look } from './look.ts';
import { ROW_LOOKS } from './rowLooks.ts';
import { SCROLL_LOOK, UNDER_WHICH_MORE_LIES } from './scroll/scrollLook.ts';
import { TABLE_LOOK } from './table/tableLook.ts';

/*
 * The product's Chakra system with only the recipes in use. Chakra's default theme is not loaded, so a component
 * without a recipe here is unstyled: use the components of this folder.
 */
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
      // A message stands below the dialog, which makes room as a whole: nothing in it is cut off.
      mb: 'var(--toast-room, 0px)',
      maxH: {
        base: 'calc(94dvh - var(--toast-room, 0px))',
        md: 'calc(100dvh - 3rem - var(--toast-room, 0px))',
      },
      '&[data-steady]': { h: { base: '94dvh', md: '42rem' } },
      // In a low window, as at 200 % zoom on a desktop, the whole dialog scrolls: a sticky footer would leave no space
      // for the content.
      [LOW]: { overflowY: 'auto' },
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
      // Keeps the close button in the corner beside a title of several lines.
      '& > button': { alignSelf: 'flex-start' },
    },
    title: { fontSize: 'lg', fontWeight: '600', lineHeight: '1.3', minW: '0', overflowWrap: 'anywhere' },
    description: { color: 'fg.muted', fontSize: 'sm' },
    body: {
      flex: '1',
      minH: '0',
      overflowY: 'auto',
      px: { base: '4', md: '6' },
      py: '5',
      [LOW]: { flex: 'none', overflowY: 'visible' },
    },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'line',
      ...UNDER_WHICH_MORE_LIES,
    },
  },
  variants: {
    size: {
      sm: { content: { maxW: { md: '26rem' } } },
      md: { content: { maxW: { md: '34rem' } } },
      lg: { content: { maxW: { md: '46rem' } } },
      xl: { content: { maxW: { md: '64rem' } } },
      // A view over the whole page: full window height from the start, so that it does not jump while content loads.
      cover: {
        positioner: { alignItems: 'center' },
        content: {
          maxW: { md: '68rem' },
          h: { base: '100dvh', md: 'calc(100dvh - 3rem)' },
          maxH: {
            base: 'calc(100dvh - var(--toast-room, 0px))',
            md: 'calc(100dvh - 3rem - var(--toast-room, 0px))',
          },
          borderRadius: { base: '0', md: 'panel' },
          borderWidth: { base: '0', md: '1px' },
        },
      },
      full: {
        positioner: { p: '0' },
        content: {
          maxW: '100vw',
          h: '100dvh',
          maxH: 'calc(100dvh - var(--toast-room, 0px))',
          borderRadius: '0',
          borderWidth: '0',
        },
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

const ofStaff = defineConfig({
  // Outside Chakra's generated styles: adding a rule to those makes Chromium re-match all their rules, including those
  // of each table cell.
  globalCss: {
    // On phones the navigation covers the lower edge; focused elements stay clear of it.
    html: {
      '--bottom-bar': { base: 'calc(3.5rem + env(safe-area-inset-bottom))', md: '0px' },
      scrollPaddingBottom: { base: '5rem', md: '0' },
    },
    // Titles of the staff area; public pages without the display face keep the body's.
    h1: { fontFamily: 'display' },
    ...ROW_LOOKS,
    ...SCROLL_LOOK,
    '.data-table': TABLE_LOOK,
    'html:has(.decision-bar)': { scrollPaddingBottom: { base: '9rem', md: '5rem', lg: '0' } },
    // Keeps a focused row clear of the bar below it.
    'html:has(.selection-bar:not([inert]))': { scrollPaddingBottom: { base: '10rem', md: '6rem' } },
  },
  theme: { slotRecipes: { dialog, menu, tabs, toast } },
});

/** `DesignProvider.tsx` passes it to `ChakraProvider`. */
export const system = createSystem(defaultBaseConfig, look, ofStaff);
