import { Box, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { EraseMyDataDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { ErasureDialog } from '../privacy/ErasureDialog.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { ERASED_PATH, receiptState } from './erasedAddress.ts';

/**
 * Explains what erasing the user's account means, and starts it (GDPR Art. 17; docs/spec/privacy-and-erasure.md,
 * 'Erasure').
 */
export function EraseMe() {
  const { say } = useOfficeWords();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const { id, username } = useUser();
  const [erase] = useWrite(EraseMyDataDocument, { failed: say('erase.failed') });
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
      <ErasureDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('erase.dialog', { username })}
        lead={say('erase.lead')}
        confirm={{
          text: username,
          label: say('erase.type', { username }),
          differs: say('erase.differs', { username }),
        }}
        action={say('erase.action')}
        erase={async () => {
          const written = await erase({});
          return written.kind === 'answered' ? { ...written, data: written.data.eraseMyData } : written;
        }}
        onErased={(receipt) => {
          // Drafts of unsent forms hold names.
          deviceDrafts.dropAll(id);
          void navigate(ERASED_PATH, { replace: true, state: receiptState(receipt) });
        }}
      />
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
