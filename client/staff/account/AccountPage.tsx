import { Box, chakra, Grid } from '@chakra-ui/react';
import { Download, Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Facts, Page, Panel } from '../../design/Page.tsx';
import { loadFile } from '../../graphql/files.ts';
import { EraseMyDataDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { saveFile } from '../../saveFile.ts';
import { DASH } from '../../words/format.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { ErasureDialog } from '../privacy/ErasureDialog.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { AlertMail } from './AlertMail.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ERASED_PATH, receiptState } from './erasedAddress.ts';
import { MySessions } from './MySessions.tsx';

/** The user's own account: profile, password, sessions and data. */
export default function AccountPage() {
  const { say } = useOfficeWords();
  const { id, username, name, role, farmId, email } = useUser();
  const [changing, setChanging] = useState(false);
  const [changed, setChanged] = useState<string | null>(null);
  const address = changed ?? email;
  return (
    <Page title={say('account.title')}>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <Grid gap="5">
          <Panel title={say('account.who')}>
            <Facts
              items={[
                [say('account.username'), username],
                [say('account.name'), name || DASH],
                [say('account.role'), say(`role.${role}`)],
                [say('account.farm'), farmId || DASH],
                [say('account.email'), address || DASH],
              ]}
            />
            <Box my="3" fontSize="sm" color="fg.muted">
              {say('account.byOthers')}
            </Box>
            {changed !== null && (
              <Banner key={changed} tone="leaf" mb="3">
                {changed === '' ? say('email.removed') : say('email.done', { email: changed })}
              </Banner>
            )}
            <Button variant="secondary" onClick={() => setChanging(true)}>
              <Mail aria-hidden />
              {say('email.change')}
            </Button>
            <ChangeEmail
              open={changing}
              account={{ id, email: address }}
              onClose={() => setChanging(false)}
              onChanged={(now) => {
                setChanging(false);
                setChanged(now);
              }}
            />
          </Panel>
          <ChangePassword />
        </Grid>
        <Grid gap="5">
          <AlertMail />
          <MySessions />
          <ExportMyData />
          <EraseMe />
        </Grid>
      </Grid>
    </Page>
  );
}

/** Downloads everything stored about the user (GDPR Art. 15 and 20). */
function ExportMyData() {
  const words = useOfficeWords();
  const { say, formatDecimals } = words;
  const [busy, setBusy] = useState(false);
  // Bytes received so far, as text.
  const [size, setSize] = useState<string | null>(null);
  const [said, setNotice] = useState<{ tone: 'leaf' | 'alarm'; text: string } | null>(null);

  const sizeOf = (bytes: number) => say('export.size', { kilobytes: formatDecimals(Math.max(bytes / 1000, 0.1), 1) });
  const save = async () => {
    setBusy(true);
    setNotice(null);
    setSize(null);
    try {
      const { blob } = await loadFile('/gdpr/export', { onProgress: ({ received }) => setSize(sizeOf(received)) });
      saveFile({ name: say('export.file'), blob });
      setNotice({ tone: 'leaf', text: say('export.done', { size: sizeOf(blob.size) }) });
    } catch (failure) {
      setNotice({ tone: 'alarm', text: errorMessage(words, failure, say('export.failed')) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel title={say('export.title')}>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('export.lead')}
      </Box>
      {said !== null && (
        <Banner tone={said.tone} mb="4" onDismiss={() => setNotice(null)}>
          {said.text}
        </Banner>
      )}
      <Button variant="secondary" busy={busy} busyLabel={say('export.busy')} onClick={() => void save()}>
        <Download aria-hidden />
        {say('export.action')}
      </Button>
      <Box fontSize="sm" color="fg.muted" mt="2" aria-live="polite">
        {busy && size !== null && say('export.received', { size })}
      </Box>
    </Panel>
  );
}

/**
 * Explains what erasing the user's account means, and starts it (GDPR Art. 17; docs/spec/privacy-and-erasure.md,
 * 'Erasure').
 */
function EraseMe() {
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
