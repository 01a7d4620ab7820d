import { useState } from 'react';
import { Box, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import type { ReceiptFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { tokens } from '../../graphql/session.ts';
import { EraseMeDialog } from './EraseMeDialog.tsx';
import { ErasedDialog } from './ErasedDialog.tsx';

/** What erasing oneself means, and the way to do it (GDPR Art. 17; decisions, 'Erasure'). */
export function EraseMe() {
  const { say } = useOfficeWords();
  const [asking, setAsking] = useState(false);
  const [receipt, setReceipt] = useState<ReceiptFragment | null>(null);
  return (
    <Panel title={say('erase.title')} borderColor="alarm">
      <Box mb="3">{say('erase.lead')}</Box>
      <Points
        title={say('erase.goes')}
        points={[say('erase.goesAccount'), say('erase.goesSessions'), say('erase.goesWords'), say('erase.goesFiles')]}
      />
      <Points title={say('erase.stays')} points={[say('erase.staysPlaces'), say('erase.staysHashes')]} />
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {say('erase.begin')}
      </Button>
      <EraseMeDialog
        open={asking}
        onClose={() => setAsking(false)}
        onErased={(done) => {
          setAsking(false);
          setReceipt(done);
        }}
      />
      {/* The account is gone with its sessions: what is left to do here is to leave. */}
      <ErasedDialog receipt={receipt} onClose={() => tokens.clear()} />
    </Panel>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Box mb="4" fontSize="sm">
      <Box fontWeight="600" mb="1">
        {title}
      </Box>
      <chakra.ul ps="5" color="fg.muted" listStyleType="disc">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </chakra.ul>
    </Box>
  );
}
