import { Box } from '@chakra-ui/react';
import { PackageCheck, Ship } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import type { ConsignmentFactsFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { MoveDialog, type ConsignmentMove } from './MoveDialog.tsx';

interface MovePanelProps {
  consignment: ConsignmentFactsFragment;
  onDone: (message: string) => void;
}

/** The next step of a consignment that is closed or on its way. */
export function MovePanel({ consignment, onDone }: MovePanelProps) {
  const { say, formatDateTime } = useConsignmentWords();
  const manages = useMay('manage_consignments');
  const [moving, setMoving] = useState(false);
  // The dialog of a step that was just taken stays what it was while it closes.
  const [move, setMove] = useState<ConsignmentMove>('ship');
  const next: ConsignmentMove | null =
    consignment.state === 'closed' ? 'ship' : consignment.state === 'shipped' ? 'deliver' : null;
  const Icon = next === 'ship' ? Ship : PackageCheck;
  return (
    <Panel title={say('shipping.title')}>
      <Box color="fg.muted" fontSize="sm">
        {next === null
          ? say('shipping.over', { when: formatDateTime(consignment.deliveredAt) })
          : say(`shipping.${next}Lead`)}
      </Box>
      {next !== null && manages && (
        <Box mt="4">
          <Button
            onClick={() => {
              setMove(next);
              setMoving(true);
            }}
          >
            <Icon aria-hidden />
            {say(`shipping.${next}`)}
          </Button>
        </Box>
      )}
      <MoveDialog
        move={move}
        consignment={consignment}
        open={moving}
        onClose={() => setMoving(false)}
        onDone={() => {
          setMoving(false);
          onDone(say(move === 'ship' ? 'shipping.shipped' : 'shipping.delivered'));
        }}
      />
    </Panel>
  );
}
