import { Box } from '@chakra-ui/react';
import { FileArchive } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import type { StatementWholeFragment } from '../../graphql/generated.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { useDownload } from '../lot/useDownload.ts';

/** Characters of a hash that are shown. */
const HASH_SHOWN = 16;

/** The package that the importer gets: its file, and what it is recognised by. */
export function PackagePanel({ statement }: { statement: StatementWholeFragment }) {
  const { say, formatCount, formatDateTime } = useStatementWords();
  const { busy, download } = useDownload();
  const { id, package: made } = statement;
  return (
    <Panel title={say('package.title')}>
      {made === null ? (
        <Box color="fg.muted" fontSize="sm">
          {say('package.none')}
        </Box>
      ) : (
        <>
          <Facts
            items={[
              [say('package.name'), made.name],
              [say('package.size'), say('package.bytes', { bytes: formatCount(made.bytes) })],
              [say('package.files'), formatCount(made.files)],
              [say('package.madeAt'), formatDateTime(made.madeAt)],
              [
                say('package.sha256'),
                <CopyableValue
                  key="sha256"
                  name={say('package.copySha256')}
                  text={made.sha256}
                  shown={made.sha256.slice(0, HASH_SHOWN)}
                />,
              ],
            ]}
          />
          <Box my="4">
            <Button
              variant="secondary"
              disabled={busy}
              onClick={() => download(`/statements/${id}/package`, made.name)}
            >
              <FileArchive aria-hidden />
              {say('package.download')}
            </Button>
          </Box>
          <Box color="fg.muted" fontSize="sm">
            {say('package.inside')}
          </Box>
        </>
      )}
    </Panel>
  );
}
