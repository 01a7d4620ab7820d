/*
 * Registry of shortcuts. Parts of a screen claim keys; the latest claim has a key until it is released, then the one
 * before has it again. Keys are ignored while the user types (but see `whileTyping`) and under an open dialog. The list of shortcuts uses the
 * same registry.
 */
export interface Shortcut {
  id: string;
  /** 'mod+k' (⌘ on Apple's keyboards, Ctrl on others), 'alt+n', 'shift+n', '?', 'escape': the key is a `KeyboardEvent.key` */
  keys: string;
  /** description in the list */
  label: string;
  /** heading in the list */
  group: string;
  /** active while the user types, too: for keys with Ctrl or ⌘ that no field needs */
  whileTyping?: boolean;
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
  /** focus is in a field, or in a menu with letter search */
  isTyping: boolean;
  isUnderDialog: boolean;
  /** whether keys without Ctrl, ⌘ or Alt are active: users of speech input turn them off (WCAG 2.2, 2.1.4) */
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
  // Whether a symbol needs Shift depends on the keyboard layout; a letter or a named key differs with Shift.
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

  /** Returns a position for claims. A later position takes precedence, whatever the order of claims. */
  readonly place = (): number => (this.places += 1);

  /** Replaces the claims of a position. */
  readonly claim = (place: number, shortcuts: readonly Shortcut[]): void => {
    this.claims.set(place, shortcuts);
    this.rejudge();
  };

  readonly release = (place: number): void => {
    this.claims.delete(place);
    this.rejudge();
  };

  /** The active shortcuts, each key once; the same array until the content changes. */
  readonly list = (): readonly Shortcut[] => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** @returns the shortcut that a key press triggers, or null */
  judge(press: KeyPress, { isApple, isTyping, isUnderDialog, hasCharacterKeys }: Circumstances): Shortcut | null {
    if (isUnderDialog) return null;
    const holder = this.holders.find(
      ({ keys, whileTyping = false }) => (whileTyping || !isTyping) && isPressed(keys, press, isApple),
    );
    return holder === undefined || (isCharacterKey(holder.keys) && !hasCharacterKeys) ? null : holder;
  }

  private rejudge(): void {
    const inOrder = [...this.claims].sort(([one], [other]) => one - other).flatMap(([, shortcuts]) => shortcuts);
    // The last claim of a key takes the position of the first one in the list.
    this.holders = [...new Map(inOrder.map((shortcut) => [shortcut.keys.toLowerCase(), shortcut])).values()];
    if (said(this.holders) === said(this.shown)) return;
    this.shown = this.holders;
    for (const listener of this.listeners) listener();
  }
}
