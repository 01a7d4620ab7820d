import { beforeEach, expect, it } from 'vitest';
import { deviceStorage, type DeviceStorage } from '../../deviceStorage.ts';
import { createDrafts } from './drafts.ts';

const ANA = 'user-ana';
const BEN = 'user-ben';
const held = new Map<string, string>();
const storage: DeviceStorage = {
  getItem: (key) => held.get(key) ?? null,
  setItem: (key, value) => void held.set(key, value),
  removeItem: (key) => void held.delete(key),
};
let now = new Date('2026-03-14T08:00:00Z');
const drafts = createDrafts(storage, () => now);

beforeEach(() => {
  held.clear();
  now = new Date('2026-03-14T08:00:00Z');
});

it('restores the input only for its author', () => {
  const values = { farmerName: 'Peter Wani', certifications: ['UTZ'], consent: true };
  drafts.write(ANA, 'create', values);
  expect(drafts.read(ANA, 'create')).toEqual({ at: '2026-03-14T08:00:00.000Z', values });
  expect(drafts.read(BEN, 'create')).toBeNull();
  expect(drafts.read(ANA, 'edit.1')).toBeNull();
});

it('leaves nothing on the device after it was sent or its owner logged out', () => {
  drafts.write(ANA, 'create', { farmerName: 'Peter Wani' });
  drafts.write(BEN, 'create', { farmerName: 'Maria Kaupa' });
  drafts.write(BEN, 'edit.1', { farmerName: 'Maria Kaupa' });
  drafts.drop(ANA, 'create');
  expect([...held.values()].join()).not.toContain('Peter');
  drafts.dropAll(BEN);
  expect(held.size).toBe(0);
});

it('drops drafts after seven days, also those of absent users', () => {
  drafts.write(BEN, 'create', { farmerName: 'Maria Kaupa' });
  now = new Date('2026-03-21T07:59:59Z');
  expect(drafts.read(BEN, 'create')).not.toBeNull();
  now = new Date('2026-03-21T08:00:01Z');
  expect(drafts.read(BEN, 'create')).toBeNull();
  drafts.write(ANA, 'create', { weight: '50' });
  expect([...held.values()].join()).not.toContain('Maria');
});

it('finds the newest draft of a kind', () => {
  for (const [minute, farm] of ['FARM001', 'FARM003', 'FARM002'].entries()) {
    now = new Date(Date.UTC(2026, 2, 14, 8, minute));
    drafts.write(ANA, `receive.farm.${farm}`, { farmId: farm });
  }
  now = new Date(Date.UTC(2026, 2, 14, 9));
  drafts.write(ANA, 'receive.farm.FARM003', { farmId: 'FARM003', bags: '2' });
  now = new Date(Date.UTC(2026, 2, 14, 10));
  drafts.write(ANA, 'edit.1', { weight: '50' });
  expect(drafts.newest(ANA, 'receive.farm.')?.values).toEqual({ farmId: 'FARM003', bags: '2' });
  expect(drafts.newest(ANA, 'create')).toBeNull();
  expect(drafts.newest(BEN, 'receive.farm.')).toBeNull();
});

it('keeps the newest twenty of a person', () => {
  for (let minute = 0; minute < 21; minute += 1) {
    now = new Date(Date.UTC(2026, 2, 14, 8, minute));
    drafts.write(ANA, `edit.${minute}`, { weight: '50' });
  }
  expect(drafts.read(ANA, 'edit.0')).toBeNull();
  expect(drafts.read(ANA, 'edit.1')).not.toBeNull();
});

it.each(['{', '[]', '{"user-ana":{"create":{"at":"yesterday","values":{}}}}'])(
  'ignores an unreadable draft: %s',
  (text) => {
    held.set('manam.drafts', text);
    expect(drafts.read(ANA, 'create')).toBeNull();
    drafts.write(ANA, 'create', { weight: '50' });
    expect(drafts.read(ANA, 'create')?.values).toEqual({ weight: '50' });
  },
);

it('keeps drafts for the life of the page if the browser stores nothing', () => {
  const forbidden = createDrafts(deviceStorage(() => null));
  forbidden.write(ANA, 'create', { weight: '50' });
  expect(forbidden.read(ANA, 'create')?.values).toEqual({ weight: '50' });
});
