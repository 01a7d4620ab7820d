import { z } from 'zod/mini';
import type { DeviceStorage } from '../../deviceStorage.ts';

/*
 * What people typed and did not send yet. It stays on their device until it is sent, thrown away, seven days old, or they log out: it holds
 * names of people. An accident takes none of it: a key, a closed tab, a session that ended.
 */
const KEY = 'manam.drafts';
const KEPT_MS = 7 * 86_400_000;
/** The newest of each person; a device is not an archive. */
const MOST = 20;

export interface Draft {
  /** when the last key was pressed, ISO 8601 in UTC */
  at: string;
  /** the fields that a form held, by name */
  values: Readonly<Record<string, string | boolean | readonly string[]>>;
}

export interface Drafts {
  /** null when there is none, or it cannot be read any more */
  read(userId: string, name: string): Draft | null;
  write(userId: string, name: string, values: Draft['values']): void;
  drop(userId: string, name: string): void;
  /** all that a person typed: they log out */
  dropAll(userId: string): void;
}

const Kept = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      at: z.iso.datetime(),
      values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
    }),
  ),
);
type Kept = z.infer<typeof Kept>;

/** @param storage of this device; another tab may write to it between two calls */
export function createDrafts(storage: DeviceStorage, now: () => Date = () => new Date()): Drafts {
  const read = (): Kept => {
    try {
      return fresh(Kept.parse(JSON.parse(storage.getItem(KEY) ?? '{}')), now());
    } catch {
      // Of another version of this page.
      return {};
    }
  };
  const write = (kept: Kept): void => {
    if (Object.keys(kept).length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(kept));
  };
  const change = (userId: string, to: (drafts: Kept[string]) => Kept[string]): void => {
    const { [userId]: own = {}, ...others } = read();
    const left = newest(to(own));
    write(Object.keys(left).length === 0 ? others : { ...others, [userId]: left });
  };
  return {
    read: (userId, name) => read()[userId]?.[name] ?? null,
    write: (userId, name, values) =>
      change(userId, (own) => ({ ...own, [name]: { at: now().toISOString(), values: copied(values) } })),
    drop: (userId, name) =>
      change(userId, (own) => Object.fromEntries(Object.entries(own).filter(([other]) => other !== name))),
    dropAll: (userId) => change(userId, () => ({})),
  };
}

/** Without what is too old, of whomever: somebody who never comes back leaves nothing here for good. */
function fresh(kept: Kept, now: Date): Kept {
  const people = Object.entries(kept).map(([userId, drafts]) => {
    const left = Object.entries(drafts).filter(([, { at }]) => now.getTime() - Date.parse(at) < KEPT_MS);
    return [userId, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(people.filter(([, drafts]) => Object.keys(drafts).length > 0));
}

function newest(drafts: Kept[string]): Kept[string] {
  const entries = Object.entries(drafts).sort(([, a], [, b]) => b.at.localeCompare(a.at));
  return Object.fromEntries(entries.slice(0, MOST));
}

function copied(values: Draft['values']): Kept[string][string]['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' || typeof value === 'boolean' ? value : [...value],
    ]),
  );
}
