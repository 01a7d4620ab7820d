import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceStorage, type DeviceStorage } from './deviceStorage.ts';

/** A fake browser storage that a test can fill up or forbid. */
function browser(kept = new Map<string, string>()) {
  const mood = { full: false, forbidden: false };
  const store: DeviceStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (mood.full) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
  const look = (): DeviceStorage => {
    if (mood.forbidden) throw new DOMException('Forbidden', 'SecurityError');
    return store;
  };
  return { kept, mood, own: deviceStorage(look) };
}

describe('what is kept on the device', () => {
  it('is what the browser keeps', () => {
    const { kept, own } = browser(new Map([['a', '1']]));
    expect(own.getItem('a')).toBe('1');
    own.setItem('b', '2');
    own.removeItem('a');
    expect([...kept]).toEqual([['b', '2']]);
    kept.set('b', 'from another tab');
    expect(own.getItem('b')).toBe('from another tab');
  });

  it('is remembered by the page alone where storage is forbidden', () => {
    const { mood, own } = browser();
    mood.forbidden = true;
    expect(own.getItem('a')).toBeNull();
    own.setItem('a', '1');
    expect(own.getItem('a')).toBe('1');
    own.removeItem('a');
    expect(own.getItem('a')).toBeNull();
  });

  it('leaves no earlier value behind where storage is full, and is stored once there is room', () => {
    const { kept, mood, own } = browser(new Map([['token', 'old']]));
    mood.full = true;
    own.setItem('token', 'new');
    expect(own.getItem('token')).toBe('new');
    expect(kept.has('token')).toBe(false);
    mood.full = false;
    own.setItem('token', 'newer');
    expect(kept.get('token')).toBe('newer');
  });

  it('stays away in this page where it cannot be taken away', () => {
    const { mood, own } = browser(new Map([['token', 'old']]));
    mood.forbidden = true;
    own.removeItem('token');
    mood.forbidden = false;
    expect(own.getItem('token')).toBeNull();
  });

  it('is nothing where there is no browser', () => {
    const own = deviceStorage(() => null);
    own.setItem('a', '1');
    expect(own.getItem('a')).toBe('1');
  });
});

it('no other file touches the storage of the browser', () => {
  const touching = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== 'deviceStorage.ts')
    .filter((file) =>
      /\b(?:localStorage|sessionStorage|indexedDB)\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
  expect(touching).toEqual([]);
});
