import { FileText, Keyboard, LogOut, Moon, Plus, Sun } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Command, CommandGroup } from '../../design/command-palette/CommandPalette.tsx';
import { useScheme } from '../../design/scheme.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay, useSession, useUser } from '../session/SessionProvider.tsx';
import type { Over } from '../shell/Commands.tsx';
import { listedPagesFor } from '../shell/navigation.ts';
import { TABS } from '../shell/tabs.ts';
import { useTab } from '../StaffAddress.tsx';

/** Commands and pages that the user may open from anywhere. */
export function useOwnCommands(onOpen: (what: Over) => void): CommandGroup[] {
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
        ...TABS.map(({ id, icon, key }) => ({
          id: `tab ${id}`,
          label: say(`shell.${id}`),
          keys: key,
          icon,
          run: () => openTab(id),
        })),
        ...listedPagesFor(user).map(({ path, icon, label }) => ({
          id: `page ${path}`,
          label: say(label),
          icon,
          run: () => void navigate(`/admin/${path}`),
        })),
      ],
    },
  ];
}
