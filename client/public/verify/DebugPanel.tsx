import { chakra } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { Panel } from '../../design/Page.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { debugLines, watchDebugLines } from './debugLog.ts';

/** The API calls of this page. */
export default function DebugPanel() {
  const { say } = useVerifyWords();
  const lines = useSyncExternalStore(watchDebugLines, debugLines);
  return (
    <Panel title={say('debug.title')} mt="6">
      {lines.length === 0 ? (
        say('debug.none')
      ) : (
        <chakra.ol listStyleType="none" fontFamily="mono" fontSize="xs" overflowWrap="anywhere" lang="en">
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </chakra.ol>
      )}
    </Panel>
  );
}
