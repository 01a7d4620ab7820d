import { Suspense, createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { Shortcut } from '../../design/shortcuts/shortcutRegistry.ts';
import { useShortcuts } from '../../design/shortcuts/useShortcuts.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { CreateLotContext } from '../createLot.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';
import { useTab } from '../StaffAddress.tsx';
import { listedTabsFor, tabLabel } from './tabs.ts';

const CreateLotWizard = lazyPart(() => import('../lots/create/CreateLotWizard.tsx'));
const AdvanceLot = lazyPart(() => import('../lots/process-update/AdvanceLot.tsx'));
const Palette = lazyPart(() => import('../command-palette/Palette.tsx'));
const ShortcutSheet = lazyPart(() => import('./ShortcutSheet.tsx'));

/** Dialogs that can open over every tab and page. */
export type Over = 'palette' | 'shortcuts' | 'createLot' | 'advance';

const OpenContext = createContext<(what: Over) => void>(() => undefined);

/** Opens the palette, the list of shortcuts or the create-lot wizard. */
export function useOpenOver(): (what: Over) => void {
  return use(OpenContext);
}

/**
 * Available everywhere: the command palette, the shortcuts with their list, and the create-lot wizard. Each loads on
 * first use and stays mounted, so that it can animate its closing and restore the focus.
 */
export function Commands({ children }: { children: ReactNode }) {
  const user = useUser();
  const [over, setOver] = useState<Over | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<Over>>(new Set());
  const open = useMemo(
    () => (what: Over) => {
      setOpened((before) => new Set(before).add(what));
      setOver(what);
    },
    [],
  );
  const close = useCallback(() => setOver(null), []);
  const [advanced, setAdvanced] = useState<string | null>(null);
  const advance = (lotId: string) => {
    setAdvanced(lotId);
    setOver('advance');
  };
  useShellKeys(open);
  return (
    <OpenContext value={open}>
      <CreateLotContext value={useMemo(() => () => open('createLot'), [open])}>
        {children}
        <Suspense>
          {opened.has('palette') && (
            <Palette open={over === 'palette'} onClose={close} onOpen={open} onAdvance={advance} />
          )}
          {advanced !== null && <AdvanceLot open={over === 'advance'} lotId={advanced} onClose={close} />}
          {opened.has('shortcuts') && <ShortcutSheet open={over === 'shortcuts'} onClose={close} />}
          {opened.has('createLot') && (
            <CreateLotWizard open={over === 'createLot'} user={user} onClose={close} onCreated={close} />
          )}
        </Suspense>
      </CreateLotContext>
    </OpenContext>
  );
}

function useShellKeys(open: (what: Over) => void): void {
  const { say } = useStaffWords();
  const [, openTab] = useTab();
  const user = useUser();
  const mayCreate = useMay('create_lot');
  const shortcuts = useMemo((): Shortcut[] => {
    const general = say('keys.general');
    return [
      {
        id: 'palette',
        keys: 'mod+k',
        label: say('keys.palette'),
        group: general,
        whileTyping: true,
        run: () => open('palette'),
      },
      { id: 'shortcuts', keys: '?', label: say('keys.list'), group: general, run: () => open('shortcuts') },
      ...(mayCreate
        ? [
            {
              id: 'createLot',
              keys: 'n',
              label: say('dashboard.createLot'),
              group: general,
              run: () => open('createLot'),
            },
          ]
        : []),
      ...listedTabsFor(user).map(({ id, key }) => ({
        id,
        keys: key,
        label: say(tabLabel(id, user)),
        group: say('keys.goTo'),
        run: () => openTab(id),
      })),
    ];
  }, [say, open, openTab, mayCreate, user]);
  useShortcuts(shortcuts);
}
