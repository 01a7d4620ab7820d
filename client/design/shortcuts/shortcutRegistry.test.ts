import { describe, expect, it } from 'vitest';
import {
  isCharacterKey,
  readKeys,
  ShortcutRegistry,
  type Circumstances,
  type KeyPress,
  type Shortcut,
} from './shortcutRegistry.ts';

const HERE: Circumstances = { isApple: false, isTyping: false, isUnderDialog: false, hasCharacterKeys: true };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const shortcut = (id: string, keys: string): Shortcut => ({ id, keys, label: id, group: 'Lots', run: () => undefined });

function registryOf(...shortcuts: Shortcut[]): ShortcutRegistry {
  const shortcutRegistry = new ShortcutRegistry();
  shortcutRegistry.claim(shortcutRegistry.place(), shortcuts);
  return shortcutRegistry;
}

describe('who has a key', () => {
  it('is the part that came last, until it leaves', () => {
    const shortcutRegistry = registryOf(shortcut('create', 'n'));
    const place = shortcutRegistry.place();
    shortcutRegistry.claim(place, [shortcut('note', 'N')]);
    expect(shortcutRegistry.judge(press('n'), HERE)?.id).toBe('note');
    expect(shortcutRegistry.list().map(({ id }) => id)).toEqual(['note']);
    shortcutRegistry.release(place);
    expect(shortcutRegistry.judge(press('n'), HERE)?.id).toBe('create');
  });

  it('does not change because an earlier part claims anew', () => {
    const shortcutRegistry = new ShortcutRegistry();
    const [outer, inner] = [shortcutRegistry.place(), shortcutRegistry.place()];
    shortcutRegistry.claim(inner, [shortcut('inner', 'n')]);
    shortcutRegistry.claim(outer, [shortcut('outer', 'n')]);
    expect(shortcutRegistry.judge(press('n'), HERE)?.id).toBe('inner');
  });

  it('is told to whoever lists the keys, once for what changes and not for a function alone', () => {
    const shortcutRegistry = new ShortcutRegistry();
    const place = shortcutRegistry.place();
    let told = 0;
    shortcutRegistry.subscribe(() => (told += 1));
    shortcutRegistry.claim(place, [shortcut('create', 'n')]);
    const listed = shortcutRegistry.list();
    const run = (): void => undefined;
    shortcutRegistry.claim(place, [{ ...shortcut('create', 'n'), run }]);
    expect([told, shortcutRegistry.list()]).toEqual([1, listed]);
    expect(shortcutRegistry.judge(press('n'), HERE)?.run).toBe(run);
  });
});

it('with Ctrl works while typing where its shortcut says so', () => {
  const shortcutRegistry = registryOf({ ...shortcut('palette', 'mod+k'), whileTyping: true }, shortcut('create', 'n'));
  const typing = { ...HERE, isTyping: true };
  expect(shortcutRegistry.judge(press('k', { ctrlKey: true }), typing)?.id).toBe('palette');
  expect(shortcutRegistry.judge(press('n'), typing)).toBeNull();
  expect(shortcutRegistry.judge(press('k', { ctrlKey: true }), { ...typing, isUnderDialog: true })).toBeNull();
});

describe('a key', () => {
  const shortcutRegistry = registryOf(shortcut('palette', 'mod+k'), shortcut('list', '?'), shortcut('next', 'shift+n'));

  it.each<[string, KeyPress, Partial<Circumstances>, string | undefined]>([
    ['Ctrl+K', press('k', { ctrlKey: true }), {}, 'palette'],
    ['⌘K on an Apple keyboard', press('k', { metaKey: true }), { isApple: true }, 'palette'],
    ['Ctrl+K on an Apple keyboard', press('k', { ctrlKey: true }), { isApple: true }, undefined],
    ['K alone', press('k'), {}, undefined],
    ['Ctrl+Shift+K', press('K', { ctrlKey: true, shiftKey: true }), {}, undefined],
    ['Ctrl+Alt+K', press('k', { ctrlKey: true, altKey: true }), {}, undefined],
    ['?, with Shift as most keyboards need', press('?', { shiftKey: true }), {}, 'list'],
    ['?, where it needs none', press('?'), {}, 'list'],
    ['Shift+N', press('N', { shiftKey: true }), {}, 'next'],
    ['N alone', press('n'), {}, undefined],
    ['Ctrl+K while typing', press('k', { ctrlKey: true }), { isTyping: true }, undefined],
    ['Ctrl+K under a dialog', press('k', { ctrlKey: true }), { isUnderDialog: true }, undefined],
    ['? where single keys are off', press('?'), { hasCharacterKeys: false }, undefined],
    ['Ctrl+K where single keys are off', press('k', { ctrlKey: true }), { hasCharacterKeys: false }, 'palette'],
  ])('%s', (_name, pressed, circumstances, id) => {
    expect(shortcutRegistry.judge(pressed, { ...HERE, ...circumstances })?.id).toBe(id);
  });

  it('is read with its modifiers', () => {
    expect(readKeys('mod+shift+K')).toEqual({ modifiers: new Set(['mod', 'shift']), key: 'k' });
    expect(readKeys('mod++').key).toBe('+');
    expect(['n', '?', 'shift+n', 'mod+k', 'alt+n', 'escape'].map(isCharacterKey)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
