import { Box } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { fetchPublicStatements, type PublicStatement } from './publicStatements.ts';

/** Numbers of due diligence statements over a lot, where the importer allows it; else nothing. */
export function StatementNumberList({ lotId }: { lotId: string }) {
  const { say, formatDateTime } = useVerifyWords();
  const [statements, setStatements] = useState<readonly PublicStatement[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const loaded = await fetchPublicStatements(lotId, leaving.signal);
      if (!leaving.signal.aborted) setStatements(loaded);
    };
    void load();
    return () => leaving.abort();
  }, [lotId]);
  if (statements.length === 0) return null;
  return (
    <Panel title={say('filed.title')}>
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('filed.lead')}
      </Box>
      <Box display="grid" gap="4">
        {statements.map(({ referenceNumber, verificationNumber, submittedAt }) => (
          <Facts
            key={referenceNumber}
            items={[
              [
                say('filed.reference'),
                <CopyableValue
                  key="reference"
                  name={say('filed.copyReference')}
                  text={referenceNumber}
                  shown={referenceNumber}
                />,
              ],
              [
                say('filed.verification'),
                <>
                  <CopyableValue
                    name={say('filed.copyVerification')}
                    text={verificationNumber}
                    shown={verificationNumber}
                  />
                  {submittedAt !== null && (
                    <Box color="fg.muted">{say('filed.submittedAt', { when: formatDateTime(submittedAt) })}</Box>
                  )}
                </>,
              ],
            ]}
          />
        ))}
      </Box>
    </Panel>
  );
}
