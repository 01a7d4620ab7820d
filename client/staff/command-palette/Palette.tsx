import { useQuery } from '@apollo/client/react';
import {
  Blocks,
  FileText,
  Keyboard,
  LandPlot,
  Link2,
  LogOut,
  Moon,
  Package,
  Plus,
  Sun,
  Tractor,
  Workflow,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { nextStage } from '../../../server/domain/lot/stages.ts';
import { CommandPalette, type Command, type CommandGroup } from '../../design/command-palette/CommandPalette.tsx';
import { useScheme } from '../../design/scheme.ts';
import { FindDocument, type FindQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useStaffWords, type StaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { farmPath } from '../farms/farmAddress.ts';
import { useMay, useSession, useUser } from '../session/SessionProvider.tsx';
import type { Over } from '../shell/Commands.tsx';
import { listedPagesFor } from '../shell/navigation.ts';
import { PAGE_ICONS } from '../shell/pageIcons.ts';
import { listedTabsFor, tabLabel } from '../shell/tabs.ts';
import { useOpenLot, useTab } from '../StaffAddress.tsx';

const TYPING_RESTS_MS = 200;
/** Minimum length on the server. */
const SHORTEST = 2;
const LONGEST = 100;

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  onOpen: (what: Over) => void;
  /** opens the wizard of a lot's next stage */
  onAdvance: (lotId: string) => void;
}

/** Command palette: finds lots, farms and transactions, opens pages and runs the user's commands. */
export default function Palette({ open, onClose, onOpen, onAdvance }: PaletteProps) {
  const words = useStaffWords();
  const { say } = words;
  const [query, setTyped] = useState('');
  const verb = `${say('palette.advanceWord')} `;
  const advancing = query.toLowerCase().startsWith(verb);
  const typed = advancing ? query.slice(verb.length).trim() : query;
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed), TYPING_RESTS_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSought = open && sought.length >= SHORTEST && sought.length <= LONGEST;
  const { data, loading, error } = useQuery(FindDocument, {
    variables: { text: sought },
    skip: !isSought,
    fetchPolicy: 'network-only',
  });
  const own = useOwnCommands(onOpen);
  const found = useFoundCommands(isSought && typed === sought ? data?.find : undefined, onAdvance, advancing);
  const close = () => {
    setTyped('');
    setSought('');
    onClose();
  };
  return (
    <CommandPalette
      open={open}
      onClose={close}
      label={say('palette.label')}
      placeholder={say('palette.placeholder')}
      none={error === undefined ? say('palette.none') : errorMessage(words, error, say('palette.failed'))}
      busy={loading && typed.length >= SHORTEST ? say('palette.searching') : undefined}
      onQuery={(text) => setTyped(text.trim())}
      groups={[...found, ...own]}
    />
  );
}

/** Commands and pages that the user may open from anywhere. */
function useOwnCommands(onOpen: (what: Over) => void): CommandGroup[] {
  const { say } = useStaffWords();
  const navigate = useNavigate();
  const [, openTab] = useTab();
  const user = useUser();
  const { logout } = useSession();
  const mayCreate = useMay('create_lot');
  const mayReport = useMay('generate_reports');
  const [scheme, toggleScheme] = useScheme();
  const acts: (Command | false)[] = [
    mayCreate && {
      id: 'create',
      label: say('dashboard.createLot'),
      keys: 'n',
      icon: Plus,
      run: () => onOpen('createLot'),
    },
    mayReport && {
      id: 'report',
      label: say('actions.report'),
      icon: FileText,
      run: () => openTab('reports'),
    },
    {
      id: 'scheme',
      label: say(scheme === 'dark' ? 'shell.lightColors' : 'shell.darkColors'),
      icon: scheme === 'dark' ? Sun : Moon,
      run: toggleScheme,
    },
    { id: 'keys', label: say('keys.title'), keys: '?', icon: Keyboard, run: () => onOpen('shortcuts') },
    { id: 'leave', label: say('shell.logOut'), icon: LogOut, run: () => void logout() },
  ];
  return [
    { id: 'do', name: say('palette.do'), commands: acts.filter((act) => act !== false) },
    {
      id: 'go',
      name: say('keys.goTo'),
      commands: [
        ...listedTabsFor(user).map(({ id, icon, key }) => ({
          id: `tab ${id}`,
          label: say(tabLabel(id, user)),
          keys: key,
          icon,
          run: () => openTab(id),
        })),
        ...listedPagesFor(user).map(({ path, label }) => ({
          id: `page ${path}`,
          label: say(label),
          icon: PAGE_ICONS[path] ?? FileText,
          run: () => void navigate(`/admin/${path}`),
        })),
      ],
    },
  ];
}

/**
 * Converts search results to commands: open a lot, its ledger record, advance it, or open the lots or plots of a farm.
 * @param advancing the user typed 'advance': only that is offered
 */
function useFoundCommands(
  found: FindQuery['find'] | undefined,
  onAdvance: (lotId: string) => void,
  advancing: boolean,
): CommandGroup[] {
  const words = useStaffWords();
  const { say } = words;
  const navigate = useNavigate();
  const { open } = useOpenLot();
  const mayEdit = useMay('edit_lot');
  if (found === undefined) return [];
  const [first] = found.lots;
  const advances = found.lots
    .filter(({ stage }) => mayEdit && nextStage(stage) !== null)
    .map(({ lotId, stage }) => ({
      id: `advance ${lotId}`,
      label: say('palette.advance', { lotId }),
      detail: say(`stage.${stage}`),
      icon: Workflow,
      run: () => onAdvance(lotId),
    }));
  if (advancing) return [{ id: 'lots', name: say('shell.lots'), isFound: true, commands: advances }];
  return [
    {
      id: 'lots',
      name: say('shell.lots'),
      isFound: true,
      commands: [
        ...found.lots.map(({ lotId, farmerName, stage }) => ({
          id: `lot ${lotId}`,
          label: lotId,
          detail: `${farmerName ?? DASH} · ${say(`stage.${stage}`)}`,
          icon: Package,
          run: () => open({ lotId, view: 'detail' }),
        })),
        ...(first === undefined
          ? []
          : [
              {
                id: `ledger ${first.lotId}`,
                label: say('palette.blockchain', { lotId: first.lotId }),
                icon: Blocks,
                run: () => open({ lotId: first.lotId, view: 'blockchain' }),
              },
              ...advances.slice(0, 1),
            ]),
      ],
    },
    {
      id: 'farms',
      name: say('palette.farms'),
      isFound: true,
      commands: found.farms.flatMap((farm) => farmCommands(farm, words, navigate)),
    },
    {
      id: 'transactions',
      name: say('palette.transactions'),
      isFound: true,
      commands: found.transactions.map(({ transactionId, lotId }) => ({
        id: `transaction ${transactionId} ${lotId}`,
        label: transactionPreview(transactionId),
        detail: lotId,
        icon: Link2,
        run: () => open({ lotId, view: 'blockchain' }),
      })),
    },
  ];
}

/** The lots and the plots of a farm. */
function farmCommands(
  { farmId, lots }: FindQuery['find']['farms'][number],
  { say }: StaffWords,
  navigate: NavigateFunction,
): Command[] {
  return [
    {
      id: `farm ${farmId}`,
      label: farmId,
      detail: say('stages.count', { count: lots }),
      icon: Tractor,
      run: () =>
        void navigate({ pathname: HOME_PATH, search: tabSearch('lots', new URLSearchParams({ search: farmId })) }),
    },
    {
      id: `plots ${farmId}`,
      label: say('palette.plots', { farmId }),
      icon: LandPlot,
      run: () => void navigate(farmPath(farmId)),
    },
  ];
}
