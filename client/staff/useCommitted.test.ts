import { act, createElement, startTransition, use, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCommitted } from './useCommitted.ts';

const noop = (): void => undefined;
/** Minimal document for React to render into. */
const PAGE = { nodeType: 9, addEventListener: noop };
const PLACE = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', addEventListener: noop, ownerDocument: PAGE };

beforeEach(() => {
  vi.stubGlobal('window', { event: undefined, document: PAGE, HTMLIFrameElement: EventTarget });
  vi.stubGlobal('document', PAGE);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => vi.unstubAllGlobals());

/** A screen whose query depends on the address, and that suspends until `there` before it renders another one. */
async function openScreen() {
  const asked: string[] = [];
  const drawing = Promise.withResolvers<void>();
  let goTo: (address: string) => void = noop;
  let tell: () => void = noop;
  function Screen() {
    const [address, setAddress] = useState('page 1');
    const [, setNews] = useState(0);
    useEffect(() => {
      goTo = (next) => startTransition(() => setAddress(next));
      tell = () => setNews((before) => before + 1);
    }, []);
    asked.push(useCommitted(address));
    if (address !== 'page 1') use(drawing.promise);
    return null;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts of an element that React needs
  const root = createRoot(PLACE as unknown as HTMLElement);
  await act(async () => root.render(createElement(Screen)));
  asked.length = 0;
  return {
    asked,
    goTo: (address: string) => act(async () => goTo(address)),
    tell: () => act(async () => tell()),
    there: () => act(async () => drawing.resolve()),
  };
}

it('a query keeps the variables of the rendered screen until another one is rendered', async () => {
  const screen = await openScreen();
  await screen.goTo('page 2');
  await screen.tell();
  await screen.tell();
  expect(screen.asked.length).toBeGreaterThan(2);
  expect(new Set(screen.asked)).toEqual(new Set(['page 1']));

  screen.asked.length = 0;
  await screen.there();
  expect(screen.asked.at(-1)).toBe('page 2');
  screen.asked.length = 0;
  await screen.tell();
  expect(new Set(screen.asked)).toEqual(new Set(['page 2']));
});
