import { z } from 'zod/mini';
import type { DeviceStorage } from '../../deviceStorage.ts';

/*
 * Unsent form input. It stays on the device until it is sent, discarded, seven days old, or the user logs out, because
 * it holds personal names. It survives a wrong key, a closed tab and an expired session.
 */
const KEY = 'manam.drafts';
const KEPT_MS = 7 * 86_400_000;
/** Maximum number of drafts per user. */
const MOST = 20;

export interface Draft {
  /** time of the last change, ISO 8601 in UTC */
  at: string;
  /** the form's fields by name */
  values: Readonly<Record<string, string | boolean | readonly string[]>>;
}

export interface Drafts {
  /** null if there is none, or it is unreadable */
  read(userId: string, name: string): Draft | null;
  /** the newest draft whose name has this beginning; null if there is none */
  newest(userId: string, beginning: string): Draft | null;
  write(userId: string, name: string, values: Draft['values']): void;
  drop(userId: string, name: string): void;
  /** removes all drafts of a user, at logout */
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

/** @param storage of this device; other tabs may write to it between calls */
export function createDrafts(storage: DeviceStorage, now: () => Date = () => new Date()): Drafts {
  const read = (): Kept => {
    try {
      return fresh(Kept.parse(JSON.parse(storage.getItem(KEY) ?? '{}')), now());
    } catch {
      // Written by another version of this page.
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
    newest: (userId, beginning) => {
      const found = Object.entries(read()[userId] ?? {}).filter(([name]) => name.startsWith(beginning));
      return newestFirst(found)[0]?.[1] ?? null;
    },
    write: (userId, name, values) =>
      change(userId, (own) => ({ ...own, [name]: { at: now().toISOString(), values: copied(values) } })),
    drop: (userId, name) =>
      change(userId, (own) => Object.fromEntries(Object.entries(own).filter(([other]) => other !== name))),
    dropAll: (userId) => change(userId, () => ({})),
  };
}

/** Removes expired drafts of all users, because absent users never remove theirs. */
function fresh(kept: Kept, now: Date): Kept {
  const people = Object.entries(kept).map(([userId, drafts]) => {
    const left = Object.entries(drafts).filter(([, { at }]) => now.getTime() - Date.parse(at) < KEPT_MS);
    return [userId, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(people.filter(([, drafts]) => Object.keys(drafts).length > 0));
}

function newest(drafts: Kept[string]): Kept[string] {
  return Object.fromEntries(newestFirst(Object.entries(drafts)).slice(0, MOST));
}

function newestFirst(drafts: [string, Kept[string][string]][]): [string, Kept[string][string]][] {
  return drafts.sort(([, a], [, b]) => b.at.localeCompare(a.at));
}

function copied(values: Draft['values']): Kept[string][string]['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === 'string' || typeof value === 'boolean' ? value : [...value],
    ]),
  );
}
