import { useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { Download, History } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page } from '../../design/Page.tsx';
import { AuditLogDocument } from '../../graphql/generated.ts';
import { loadFile } from '../../graphql/files.ts';
import { saveFile } from '../../saveFile.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useApplicationError } from '../applicationError.ts';
import { LastIntegrityAudit } from '../dashboard/LastIntegrityAudit.tsx';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import {
  auditAskedOf,
  auditVariables,
  auditSearch,
  EVERYTHING,
  isAuditFiltered,
  type AuditAsked,
} from './auditAddress.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';

/** The audit trail, for users with view_audit. The address stores the filters and the page. */
export default function AuditPage() {
  const words = useOfficeWords();
  const { say, formatList } = words;
  const [params, setParams] = useSearchParams();
  const asked = auditAskedOf(params);
  const before = params.get('before');
  const { data, previousData, error, loading, refetch } = useQuery(AuditLogDocument, {
    variables: { filter: auditVariables(asked), before },
    fetchPolicy: 'cache-and-network',
  });
  const shown = error === undefined ? (data ?? previousData)?.auditLog : undefined;
  const next = shown?.next ?? null;
  const narrowed = isAuditFiltered(asked);
  const [saving, setSaving] = useState(false);
  const report = useApplicationError();
  const show = useCallback(
    // Update synchronously: the filters follow the address, and a delayed update would overwrite typed text.
    (wanted: Partial<AuditAsked>) => setParams(new URLSearchParams(auditSearch(wanted)), { flushSync: true }),
    [setParams],
  );
  const go = (cursor: string | null) => {
    const there = new URLSearchParams(auditSearch(asked));
    if (cursor !== null) there.set('before', cursor);
    setParams(there);
    scrollTo({ top: 0 });
  };

  const save = async () => {
    setSaving(true);
    try {
      saveFile(await loadFile(`/audit/export${auditSearch(asked)}`));
    } catch (failure) {
      report(say('shell.failedBecause', { what: say('audit.exportFailed'), reason: errorMessage(words, failure) }));
    } finally {
      setSaving(false);
    }
  };

  return (
    <Page
      title={say('audit.title')}
      actions={
        <Button
          variant="secondary"
          busy={saving}
          busyLabel={say('audit.exporting')}
          disabled={shown?.lines.length === 0}
          onClick={() => void save()}
        >
          <Download aria-hidden />
          {say('audit.export')}
        </Button>
      }
    >
      <div>
        <PageIntro>{say('audit.lead')}</PageIntro>
        <LastIntegrityAudit />
      </div>
      <AuditFilters asked={asked} onShow={show} />
      {shown !== undefined && shown.missing.length > 0 && (
        <Banner title={say('audit.missing', { count: shown.missing.length })}>
          {say('audit.missingText', { ids: formatList(shown.missing) })}
        </Banner>
      )}
      <AuditTable
        rows={shown?.lines}
        busy={loading && shown !== undefined}
        onShow={show}
        error={
          error === undefined ? undefined : <LoadFailure title={say('audit.failed')} error={error} onRetry={refetch} />
        }
        empty={
          <EmptyState
            icon={History}
            title={say(narrowed ? 'audit.noMatch' : 'audit.none')}
            action={
              narrowed && (
                <Button variant="secondary" onClick={() => show(EVERYTHING)}>
                  {say('audit.clear')}
                </Button>
              )
            }
          >
            {narrowed && say('audit.noMatchHint')}
          </EmptyState>
        }
      />
      {(before !== null || next !== null) && (
        <Flex gap="3" justify="flex-end" wrap="wrap">
          {before !== null && (
            <Button variant="secondary" onClick={() => go(null)}>
              {say('audit.newer')}
            </Button>
          )}
          {next !== null && (
            <Button variant="secondary" onClick={() => go(next)}>
              {say('audit.older')}
            </Button>
          )}
        </Flex>
      )}
    </Page>
  );
}
