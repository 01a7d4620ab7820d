import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { CommandPalette } from '../../design/command-palette/CommandPalette.tsx';
import { FindDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import type { Over } from '../shell/Commands.tsx';
import { useOwnCommands } from './useOwnCommands.ts';
import { useFoundCommands } from './useFoundCommands.ts';

const TYPING_RESTS_MS = 200;
/** Minimum length on the server. */
const SHORTEST = 2;
const LONGEST = 100;

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  onOpen: (what: Over) => void;
}

/** Command palette: finds lots, farms and transactions, opens pages and runs the user's commands. */
export default function Palette({ open, onClose, onOpen }: PaletteProps) {
  const words = useStaffWords();
  const { say } = words;
  const [typed, setTyped] = useState('');
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
  const found = useFoundCommands(isSought && typed.trim() === sought ? data?.find : undefined);
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
