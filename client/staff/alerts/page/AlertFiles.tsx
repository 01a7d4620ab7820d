import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { ConfirmDialog } from '../../../design/Dialog.tsx';
import { Panel } from '../../../design/Page.tsx';
import { useLastShown } from '../../../design/useLastShown.ts';
import { askRest, loadFile, refusalOf } from '../../../graphql/files.ts';
import type { AlertItemFragment, InvestigationFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { saveFile } from '../../../saveFile.ts';
import { useAlertWords, type AlertWords } from '../../../words/alertWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { FileThumbnail, isSmallPicture } from '../../files/FileThumbnail.tsx';
import { useMay, useUser } from '../../session/SessionProvider.tsx';
import type { Investigating } from './useInvestigation.ts';
import { RelativeTime } from '../../../design/RelativeTime.tsx';

/** Maximum size of one file (docs/api.md). */
const MOST_BYTES = 10 * 1024 * 1024;
const KINDS = '.jpg,.jpeg,.png,.pdf,.geojson,.json,image/jpeg,image/png,application/pdf,application/geo+json';

type AttachedFile = InvestigationFragment['files'][number];

interface AlertFilesProps {
  alert: AlertItemFragment;
  files: readonly AttachedFile[];
  again: Investigating['again'];
  remove: Investigating['remove'];
}

/** Evidence files of users, with download buttons. Only the uploader or an admin can remove a file. */
export function AlertFiles({ alert, files, again, remove }: AlertFilesProps) {
  const words = useAlertWords();
  const { say } = words;
  const mayWork = useMay('acknowledge_alerts');
  const takesFiles = alert.status === 'acknowledged' || alert.status === 'resolved';
  const [failure, setFailure] = useState<string | null>(null);
  const [removed, setRemoved] = useState<AttachedFile | null>(null);
  const asked = useLastShown(removed);

  const download = async ({ id }: AttachedFile) => {
    setFailure(null);
    try {
      saveFile(await loadFile(`/alerts/${alert.id}/files/${id}`));
    } catch (error) {
      setFailure(say('alertFiles.downloadFailed', { reason: reasonOf(words, error) }));
    }
  };
  return (
    <Panel title={say('alertFiles.title')}>
      {failure !== null && (
        <Banner mb="4" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {files.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          {say('alertFiles.none')}
        </Box>
      ) : (
        <FileList alertId={alert.id} files={files} download={download} mayWork={mayWork} setRemoved={setRemoved} />
      )}
      {mayWork && takesFiles && <FileUpload alertId={alert.id} onAdded={again} />}
      {mayWork && !takesFiles && (
        <Box mt="4" fontSize="sm" color="fg.muted">
          {say('alertFiles.notYet')}
        </Box>
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={say('alertFiles.remove')}
        action={say('alertFiles.remove')}
        busyLabel={say('alertFiles.removing')}
        danger
        onConfirm={async () => {
          if (removed === null) return;
          const sent = await remove(removed.id);
          if (sent.kind === 'failed') throw new Error(sent.message);
          setRemoved(null);
        }}
        message={<Box overflowWrap="anywhere">{say('alertFiles.removeSure', { name: asked?.name ?? '' })}</Box>}
      />
    </Panel>
  );
}

interface FileListProps {
  alertId: string;
  files: readonly AttachedFile[];
  download: (file: AttachedFile) => Promise<void>;
  mayWork: boolean;
  setRemoved: (file: AttachedFile) => void;
}

function FileList({ alertId, files, download, mayWork, setRemoved }: FileListProps) {
  const words = useAlertWords();
  const { say } = words;
  const user = useUser();
  return (
    <chakra.ul listStyleType="none" display="grid" gap="3">
      {files.map((file) => (
        <chakra.li key={file.id} display="flex" flexWrap="wrap" gap="3" alignItems="center" minW="0">
          <FileThumbnail
            path={isSmallPicture(file) ? `/alerts/${alertId}/files/${file.id}` : null}
            mediaType={file.mediaType}
          />
          <Box flex="1" minW="10rem" overflowWrap="anywhere">
            {file.name}
            <Box fontSize="sm" color="fg.muted">
              {sizeText(words, file.size)}, {file.addedBy ?? say('comments.erasedAuthor')},{' '}
              <RelativeTime iso={file.addedAt} />
            </Box>
          </Box>
          <Button
            size="sm"
            variant="secondary"
            aria-label={say('alertFiles.download', { name: file.name })}
            onClick={() => void download(file)}
          >
            <Download aria-hidden />
          </Button>
          {mayWork && (user.role === 'admin' || file.addedById === user.id) && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={say('alertFiles.removeOf', { name: file.name })}
              onClick={() => setRemoved(file)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

function FileUpload({ alertId, onAdded }: { alertId: string; onAdded: () => Promise<void> }) {
  const words = useAlertWords();
  const { say } = words;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);

  const send = async (file: File) => {
    setAdded(null);
    if (file.size > MOST_BYTES) return setFailure(say('alertFiles.tooLarge', { name: file.name }));
    setFailure(null);
    setBusy(true);
    try {
      const form = new FormData();
      form.set('file', file);
      await askRest(`/alerts/${alertId}/files`, { form });
      await onAdded();
      setAdded(file.name);
    } catch (error) {
      setFailure(say('alertFiles.failed', { reason: reasonOf(words, error) }));
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <Flex direction="column" gap="3" mt="5" align="flex-start">
      {failure !== null && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
      <Button
        variant="secondary"
        busy={busy}
        busyLabel={say('alertFiles.adding')}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden />
        {say('alertFiles.add')}
      </Button>
      <Box id={hint} fontSize="sm" color="fg.muted">
        {say('alertFiles.hint')}
      </Box>
      <Box aria-live="polite" fontSize="sm" overflowWrap="anywhere">
        {added !== null && say('alertFiles.added', { name: added })}
      </Box>
      <FileInput input={input} send={send} />
    </Flex>
  );
}

interface FileInputProps {
  input: RefObject<HTMLInputElement | null>;
  send: (file: File) => Promise<void>;
}

function FileInput({ input, send }: FileInputProps) {
  const { say } = useAlertWords();
  return (
    <chakra.input
      ref={input}
      type="file"
      accept={KINDS}
      aria-label={say('alertFiles.add')}
      tabIndex={-1}
      hidden
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Clear the input, so that the same file can be selected again.
        event.target.value = '';
        if (file !== undefined) void send(file);
      }}
    />
  );
}

/** The server's message about the file, else the message of a failed request. */
function reasonOf(words: AlertWords, error: unknown): string {
  const { said, details } = refusalOf(error);
  const spoken = details?.[0]?.said ?? said;
  return spoken === undefined ? errorMessage(words, error) : localizedText(words, spoken);
}

/** Formats a size in kB, or in MB from 1 MB; at least 0.1. */
function sizeText({ say, formatDecimals }: AlertWords, bytes: number): string {
  const kilobytes = Math.max(bytes / 1024, 0.1);
  return kilobytes < 1024
    ? say('alertFiles.kilobytes', { size: formatDecimals(kilobytes, 1) })
    : say('alertFiles.megabytes', { size: formatDecimals(kilobytes / 1024, 1) });
}
