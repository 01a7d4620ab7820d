/*
 * Who has a key. Parts of a screen claim keys; the part that came last has a key until it leaves, then the one before has it
 * again. No key counts while a person types, nor under an open dialog. The list of what can be pressed is this same register.
 */
export interface Shortcut {
  id: string;
  /** 'mod+k' (⌘ on Apple's keyboards, Ctrl on others), 'alt+n', 'shift+n', '?', 'escape': a key as `KeyboardEvent.key` names it */
  keys: string;
  /** what it does, in the words of the list */
  label: string;
  /** the heading it stands under in the list */
  group: string;
  run: () => void;
}

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export interface Circumstances {
  isApple: boolean;
  /** in a field, or in a menu that finds its items by their letters */
  isTyping: boolean;
  isUnderDialog: boolean;
  /** whether keys without Ctrl, ⌘ or Alt count: people who speak their input turn them off (WCAG 2.2, 2.1.4) */
  hasCharacterKeys: boolean;
}

const MODIFIERS = ['mod', 'alt', 'shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

/** @returns the modifiers and the key itself of 'mod+shift+k'; '+' is the key of 'mod++' */
export function readKeys(keys: string): { modifiers: ReadonlySet<Modifier>; key: string } {
  const parts = keys.toLowerCase().split('+');
  const key = keys.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  return { modifiers: new Set(MODIFIERS.filter((modifier) => parts.includes(modifier))), key };
}

export function isCharacterKey(keys: string): boolean {
  const { modifiers, key } = readKeys(keys);
  return key.length === 1 && !modifiers.has('mod') && !modifiers.has('alt');
}

function isPressed(keys: string, press: KeyPress, isApple: boolean): boolean {
  const { modifiers, key } = readKeys(keys);
  const [mod, other] = isApple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  // A sign may need Shift or not, by the keyboard's layout; a letter or a named key is another one with Shift.
  const isShiftRight = /^[^\p{L}]$/u.test(key) || press.shiftKey === modifiers.has('shift');
  return (
    press.key.toLowerCase() === key &&
    mod === modifiers.has('mod') &&
    !other &&
    press.altKey === modifiers.has('alt') &&
    isShiftRight
  );
}

const said = (shortcuts: readonly Shortcut[]): string =>
  JSON.stringify(shortcuts.map(({ id, keys, label, group }) => [id, keys, label, group]));

export class ShortcutRegistry {
  private readonly claims = new Map<number, readonly Shortcut[]>();
  private holders: readonly Shortcut[] = [];
  private shown: readonly Shortcut[] = [];
  private places = 0;
  private readonly listeners = new Set<() => void>();

  /** A place to claim from. A later place counts before an earlier one, whenever it claims. */
  readonly place = (): number => (this.places += 1);

  /** Claims these keys, and none else, from a place. */
  readonly claim = (place: number, shortcuts: readonly Shortcut[]): void => {
    this.claims.set(place, shortcuts);
    this.rejudge();
  };

  readonly release = (place: number): void => {
    this.claims.delete(place);
    this.rejudge();
  };

  /** What can be pressed now, each key once; the same array until what it says changes. */
  readonly list = (): readonly Shortcut[] => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** @returns what a press means here, or null */
  judge(press: KeyPress, { isApple, isTyping, isUnderDialog, hasCharacterKeys }: Circumstances): Shortcut | null {
    if (isTyping || isUnderDialog) return null;
    const holder = this.holders.find(({ keys }) => isPressed(keys, press, isApple));
    return holder === undefined || (isCharacterKey(holder.keys) && !hasCharacterKeys) ? null : holder;
  }

  private rejudge(): void {
    const inOrder = [...this.claims].sort(([one], [other]) => one - other).flatMap(([, shortcuts]) => shortcuts);
    // The last claim of a key takes the place of the first in the list.
    this.holders = [...new Map(inOrder.map((shortcut) => [shortcut.keys.toLowerCase(), shortcut])).values()];
    if (said(this.holders) === said(this.shown)) return;
    this.shown = this.holders;
    for (const listener of this.listeners) listener();
  }
}
