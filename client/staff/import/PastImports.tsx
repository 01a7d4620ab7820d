import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { refusalOf } from '../../graphql/files.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useImportWords } from '../../words/importWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { loadImports, undoImport, type PastImport } from './pastImports.ts';

/** Imports that are listed at first, and with each further press. */
const STEP = 5;

/** Address of the list of an import's lots. */
export function importedLots(importId: string): string {
  return `${HOME_PATH}${tabSearch('lots', new URLSearchParams({ import: importId }))}`;
}

interface UndoButtonProps {
  importId: string;
  lots: number;
  onUndone: () => void;
}

/** Undoes an import after a question; a refusal names the lots on which something was built. */
export function UndoButton({ importId, lots, onUndone }: UndoButtonProps) {
  const words = useImportWords();
  const { say } = words;
  const [isOpen, setIsOpen] = useState(false);
  const undo = async (): Promise<void> => {
    let deleted: number;
    try {
      deleted = await undoImport(importId);
    } catch (error) {
      const { said } = refusalOf(error);
      throw new Error(said === undefined ? errorMessage(words, error) : localizedText(words, said), { cause: error });
    }
    toaster.create({ type: 'success', title: say('import.undo.done', { lots: deleted }) });
    onUndone();
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {say('import.undo')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={say('import.undo.title')}
        message={say('import.undo.text', { lots })}
        action={say('import.undo')}
        busyLabel={say('import.undo.busy')}
        danger
        onConfirm={undo}
      />
    </>
  );
}

/** Earlier imports with their lots, newest first. Another `key` loads them again. */
export function PastImports({ onUndone }: { onUndone: () => void }) {
  const words = useImportWords();
  const { say } = words;
  const [limit, setLimit] = useState(STEP);
  const [state, setState] = useState<{ imports: PastImport[]; hasMore: boolean } | 'failed' | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    loadImports(limit, leaving.signal).then(setState, () => {
      if (!leaving.signal.aborted) setState('failed');
    });
    return () => leaving.abort();
  }, [limit]);

  if (state === null) return null;
  if (state === 'failed') return <Banner>{say('import.past.failed')}</Banner>;
  if (state.imports.length === 0) return null;
  return (
    <Panel title={say('import.past')}>
      <chakra.ul listStyleType="none" aria-label={say('import.past')}>
        {state.imports.map((made) => (
          <Flex
            as="li"
            key={made.id}
            align="center"
            justify="space-between"
            gap="3"
            wrap="wrap"
            py="2.5"
            borderTopWidth="1px"
            borderColor="line"
          >
            <Box minW="0" flex="1 1 16rem">
              <Flex gap="2" align="center" wrap="wrap">
                {made.undoneAt === null ? (
                  <TextLink asChild>
                    <Link to={importedLots(made.id)}>{made.fileName || say('import.past.noName')}</Link>
                  </TextLink>
                ) : (
                  <>
                    <Box overflowWrap="anywhere">{made.fileName || say('import.past.noName')}</Box>
                    <Badge>{say('import.past.undone')}</Badge>
                  </>
                )}
              </Flex>
              <Flex gap="2" wrap="wrap" fontSize="sm" color="fg.muted" align="center">
                <span>{say('import.past.lots', { lots: made.lots, kg: made.weightKg })}</span>
                <RelativeTime iso={made.createdAt} isFocusable />
                {made.createdBy !== null && <span>{say('import.past.by', { name: made.createdBy })}</span>}
                {made.undoUntil !== null && (
                  <span>{say('import.undoUntil', { time: words.formatDateTime(made.undoUntil) })}</span>
                )}
              </Flex>
            </Box>
            {made.undoUntil !== null && <UndoButton importId={made.id} lots={made.lots} onUndone={onUndone} />}
          </Flex>
        ))}
      </chakra.ul>
      {state.hasMore && (
        <Button mt="2" size="sm" variant="quiet" onClick={() => setLimit(limit + STEP)}>
          {say('import.past.more')}
        </Button>
      )}
    </Panel>
  );
}
