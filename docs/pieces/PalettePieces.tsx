import { Box } from '@chakra-ui/react';
import { ChartColumn, FileDown, Package, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../client/design/Button.tsx';
import { Dialog } from '../../client/design/Dialog.tsx';
import { TextField } from '../../client/design/Field.tsx';
import { CommandPalette } from '../../client/design/command-palette/CommandPalette.tsx';
import { Keys } from '../../client/design/shortcuts/Keys.tsx';
import { ShortcutList } from '../../client/design/shortcuts/ShortcutList.tsx';
import { useShortcuts } from '../../client/design/shortcuts/useShortcuts.ts';
import { LOTS } from './sampleLots.ts';
import { Row, Shown, State } from './Shown.tsx';

export function PalettePieces() {
  const [isPalette, setPalette] = useState(false);
  const [isList, setList] = useState(false);
  const [done, setDone] = useState('Nothing yet');
  const [text, setText] = useState('');
  const [isNearer, setNearer] = useState(false);
  useShortcuts([
    { id: 'palette', keys: 'mod+k', label: 'Find or do something', group: 'Everywhere', run: () => setPalette(true) },
    { id: 'list', keys: '?', label: 'Show what can be pressed', group: 'Everywhere', run: () => setList(true) },
    { id: 'create', keys: 'n', label: 'Create a lot', group: 'Lots', run: () => setDone('Create a lot') },
  ]);
  return (
    <>
      <Shown title="Palette" pieces={['CommandPalette']}>
        <Row>
          <Button variant="secondary" onClick={() => setPalette(true)}>
            Find or do something <Keys keys="mod+k" />
          </Button>
          <Box as="output" fontSize="sm" color="fg.muted">
            Done: {done}
          </Box>
        </Row>
      </Shown>
      <Shown title="Shortcuts" pieces={['Keys', 'ShortcutList']}>
        <State name="keys as they are printed">
          <Row>
            {['mod+k', 'shift+n', 'alt+arrowdown', 'escape', '?', 'enter'].map((keys) => (
              <Keys key={keys} keys={keys} />
            ))}
          </Row>
        </State>
        <State name="the list of what can be pressed here (?), and who has N" maxW="30rem">
          <ShortcutList characterKeys="Single-letter shortcuts" />
        </State>
        <Row>
          <Button variant="secondary" onClick={() => setNearer(!isNearer)}>
            {isNearer ? 'Give N back' : 'Claim N nearer by'}
          </Button>
          <TextField label="No shortcut while typing here" value={text} onChange={setText} />
        </Row>
        {isNearer && <Nearer onPress={() => setDone('Note')} />}
      </Shown>
      <CommandPalette
        open={isPalette}
        onClose={() => setPalette(false)}
        label="Find or do something"
        placeholder="A lot, or what to do"
        none="Nothing found"
        groups={[
          {
            id: 'do',
            name: 'Do',
            commands: [
              { id: 'create', label: 'Create a lot', icon: Plus, keys: 'n', run: () => setDone('Create a lot') },
              { id: 'report', label: 'Generate a report', icon: ChartColumn, run: () => setDone('Generate a report') },
              { id: 'export', label: 'Export lots', detail: 'CSV', icon: FileDown, run: () => setDone('Export lots') },
            ],
          },
          {
            id: 'lots',
            name: 'Lots',
            commands: LOTS.slice(0, 20).map(({ id, lotId, farmer }) => ({
              id,
              label: lotId,
              detail: farmer,
              icon: Package,
              run: () => setDone(`Open ${lotId}`),
            })),
          },
        ]}
      />
      <Dialog open={isList} onClose={() => setList(false)} title="What can be pressed" size="sm">
        <ShortcutList characterKeys="Single-letter shortcuts" />
      </Dialog>
    </>
  );
}

/** Has N as long as it is there. */
function Nearer({ onPress }: { onPress: () => void }) {
  useShortcuts([{ id: 'note', keys: 'n', label: 'Write a note', group: 'Lots', run: onPress }]);
  return null;
}
