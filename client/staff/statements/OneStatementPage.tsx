import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { FileCheck2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { useNow } from '../../design/useNow.ts';
import {
  StatementOfDocument,
  StatementVersionsDocument,
  type StatementFindingRowFragment,
  type StatementOfQuery,
} from '../../graphql/generated.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { ITEM_COLUMNS, PageBeforeItem } from '../admin-shared/PageBeforeItem.tsx';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { AlertsSince } from './AlertsSince.tsx';
import { EditStatementDialog } from './EditStatementDialog.tsx';
import { ExchangesPanel } from './ExchangesPanel.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import { nextStep, type StatementAct } from './nextStep.ts';
import { NextStepPanel } from './NextStepPanel.tsx';
import { NumbersPanel } from './NumbersPanel.tsx';
import { PackagePanel } from './PackagePanel.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { STATEMENTS_PATH, statementPath } from './statementAddress.ts';
import { statementColumns } from './statementColumns.tsx';
import { StatementFacts } from './StatementFacts.tsx';
import { useStatementActs, type ConfirmedAct } from './useStatementActs.ts';
import { useStatementNews } from './useStatementNews.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

const MINUTE_MS = 60_000;

type ShownStatement = NonNullable<StatementOfQuery['statement']>;
type Registry = StatementOfQuery['statementRegistry'];

/** One statement: what comes next, what it says, its package, numbers and parts. */
export function OneStatementPage({ id }: { id: string }) {
  const { say } = useStatementWords();
  const variables = { id };
  const { data, error, refetch, startPolling, stopPolling } = useQuery(StatementOfDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const statement = data?.statement;
  const reload = useStatementNews({
    consignmentId: statement?.consignmentId,
    isWorking: statement?.filing !== null && statement?.filing !== undefined,
    query: StatementOfDocument,
    variables,
    startPolling,
    stopPolling,
  });
  if (statement) return <KnownStatement statement={statement} registry={data.statementRegistry} onStale={reload} />;
  const gone = {
    icon: FileCheck2,
    title: say('statement.gone'),
    hint: say('statement.goneHint'),
    listPath: STATEMENTS_PATH,
    listLabel: say('statement.all'),
  };
  return (
    <PageBeforeItem
      title={say('statements.title')}
      loading={say('statement.loading')}
      failure={{ title: say('statement.failed'), error, onRetry: refetch }}
      gone={statement === null ? gone : null}
    />
  );
}

type Asking = ConfirmedAct | 'edit' | 'record' | 'withdraw';

interface KnownStatementProps {
  statement: ShownStatement;
  registry: Registry;
  /** the server may know more than this page */
  onStale: () => void;
}

function KnownStatement({ statement, registry, onStale }: KnownStatementProps) {
  const { say } = useStatementWords();
  const now = useNow(MINUTE_MS);
  const [done, setDone] = useState(doneBefore(useLocation().state));
  const [failure, setFailure] = useState<string | null>(null);
  const [findings, setFindings] = useState<readonly StatementFindingRowFragment[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const { data } = useQuery(StatementVersionsDocument, {
    variables: { consignmentId: statement.consignmentId },
    fetchPolicy: 'cache-and-network',
  });
  const newer = data?.statements.find(({ supersedesId }) => supersedesId === statement.id);
  const step = nextStep(statement, {
    driver: registry.driver,
    hasFaults: findings.some(({ severity }) => severity === 'fault'),
    hasParts: statement.parts.length > 0,
    hasNewer: newer !== undefined,
    now: new Date(now),
  });
  // The button that was pressed may be gone; what comes next is read instead.
  const isDone = useRef(done !== null);
  useEffect(() => {
    if (isDone.current) line.current?.focus();
  }, []);
  const finish = (message: string, isGood = true) => {
    isDone.current = true;
    setDone({ message, isGood });
    setAsking(null);
    line.current?.focus();
  };
  const acts = useStatementActs(statement, { onDone: finish, onFindings: setFindings });
  const act = (chosen: StatementAct) => {
    isDone.current = false;
    setFailure(null);
    setDone(null);
    if (chosen !== 'check' && chosen !== 'handOver' && chosen !== 'submit') return setAsking(chosen);
    acts.press(chosen).catch((reason: unknown) => {
      setFailure(messageOf(reason));
      onStale();
    });
    return undefined;
  };
  const isDraft = statement.state === 'draft' || statement.state === 'checked';
  return (
    <Page
      title={say('statement.title', { reference: statement.internalReference })}
      actions={
        <LinkButton variant="secondary" to={consignmentPath(statement.consignmentId)}>
          {data?.consignment
            ? say('statement.ofConsignment', { number: data.consignment.number })
            : say('statement.consignment')}
        </LinkButton>
      }
    >
      {done !== null && (
        <Banner tone={done.isGood ? 'leaf' : 'sky'} onDismiss={() => setDone(null)}>
          {done.message}
        </Banner>
      )}
      {registry.sampleData && isDraft && <Banner tone="sky">{say('statements.sample')}</Banner>}
      <AlertsSince alerts={statement.alertsSince} />
      <Refused faults={statement.faults} />
      <NextStepPanel statement={statement} step={step} lineRef={line} busy={acts.busy} failure={failure} onAct={act}>
        <Elsewhere statement={statement} newer={newer?.id} />
      </NextStepPanel>
      {findings.length > 0 && isDraft && (
        <FindingsPanel findings={findings} onEdit={statement.groupId === null ? () => setAsking('edit') : null} />
      )}
      <Grid templateColumns={ITEM_COLUMNS} gap="5" alignItems="start">
        <Panel title={say('statement.facts')}>
          <StatementFacts statement={statement} />
        </Panel>
        <Flex direction="column" gap="5" minW="0">
          <PackagePanel statement={statement} />
          <NumbersPanel statement={statement} />
        </Flex>
      </Grid>
      <Parts parts={statement.parts} />
      {statement.registryUuid !== null && <ExchangesPanel statementId={statement.id} />}
      <Dialogs
        statement={statement}
        asking={asking}
        onClose={() => {
          setAsking(null);
          // After a conflict the page shows what the other person changed.
          onStale();
        }}
        returnFocusTo={() => (isDone.current ? line.current : null)}
        onDone={finish}
        onEdited={() => setFindings([])}
        onConfirm={acts.confirm}
      />
    </Page>
  );
}

/** Where to go from a statement that another one belongs with. */
function Elsewhere({ statement, newer }: { statement: ShownStatement; newer: string | undefined }) {
  const { say } = useStatementWords();
  const { groupId, supersedesId, state, consignmentId } = statement;
  const links = [
    ...(newer === undefined ? [] : [{ to: statementPath(newer), text: say('next.newer') }]),
    ...(supersedesId === null ? [] : [{ to: statementPath(supersedesId), text: say('next.older') }]),
    ...(groupId === null ? [] : [{ to: statementPath(groupId), text: say('next.whole') }]),
    ...(state === 'rejected' ? [{ to: consignmentPath(consignmentId), text: say('next.toConsignment') }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <Flex gap="3" wrap="wrap" mt="4">
      {links.map(({ to, text }) => (
        <LinkButton key={to} variant="secondary" to={to}>
          {text}
        </LinkButton>
      ))}
    </Flex>
  );
}

/** What the registry refused, or why no package could be made; nothing where all went well. */
function Refused({ faults }: Pick<ShownStatement, 'faults'>) {
  const { say } = useStatementWords();
  if (faults.length === 0) return null;
  return (
    <Banner title={say('package.faults')}>
      {faults.map(({ code, message }) => (
        <Box key={`${code} ${message}`}>{code === null ? message : `${code}: ${message}`}</Box>
      ))}
    </Banner>
  );
}

function Parts({ parts }: Pick<ShownStatement, 'parts'>) {
  const words = useStatementWords();
  const { say } = words;
  const columns = useMemo(() => statementColumns(words), [words]);
  if (parts.length === 0) return null;
  return (
    <Panel title={say('parts.title')}>
      <Box color="fg.muted" fontSize="sm" mb="4">
        {say('parts.lead')}
      </Box>
      <DataTable
        stacks
        caption={say('parts.list')}
        columns={columns}
        rows={parts}
        rowId={({ id }) => id}
        loading={say('statements.loading')}
        empty={null}
      />
    </Panel>
  );
}

interface DialogsProps {
  statement: ShownStatement;
  asking: Asking | null;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
  onDone: (message: string) => void;
  /** what the last check found no longer holds */
  onEdited: () => void;
  onConfirm: (act: ConfirmedAct) => Promise<void>;
}

/** The dialogs of a statement, one open at a time. */
function Dialogs({ statement, asking, onClose, returnFocusTo, onDone, onEdited, onConfirm }: DialogsProps) {
  const { say } = useStatementWords();
  const reference = statement.internalReference;
  const question = asking === 'edit' || asking === 'record' || asking === 'withdraw' ? null : asking;
  const shown = useLastShown(question) ?? 'amend';
  const isPublic = shown === 'publish' || shown === 'unpublish';
  return (
    <Box>
      <EditStatementDialog
        statement={statement}
        open={asking === 'edit'}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        onDone={() => {
          onEdited();
          onDone(say('done.changed'));
        }}
      />
      <RecordDialog
        statement={statement}
        open={asking === 'record'}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        onDone={() => onDone(say('done.recorded'))}
      />
      <WithdrawDialog
        statement={statement}
        open={asking === 'withdraw'}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        onDone={({ state }) => onDone(say(state === 'withdrawn' ? 'done.withdrawn' : 'done.withdrawing'))}
      />
      <ConfirmDialog
        open={question !== null}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        title={isPublic ? say(`${shown}.title`) : say(`${shown}.title`, { reference })}
        message={say(`${shown}.text`)}
        action={say(`step.${shown}`)}
        busyLabel={say(shown === 'unpublish' ? 'publish.busy' : `${shown}.busy`)}
        danger={shown === 'discard'}
        onConfirm={async () => {
          if (question !== null) await onConfirm(question);
        }}
      />
    </Box>
  );
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** What was done on the page before this one. */
function doneBefore(state: unknown): { message: string; isGood: boolean } | null {
  const told: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'done') : null;
  return typeof told === 'string' ? { message: told, isGood: true } : null;
}
