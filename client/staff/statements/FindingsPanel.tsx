import { Box, chakra } from '@chakra-ui/react';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Fragment, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { ROW_LINK } from '../../design/linkLooks.ts';
import { Panel } from '../../design/Page.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { StatementFindingRowFragment } from '../../graphql/generated.ts';
import { hasWords, messageText } from '../../words/language.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { LotLink } from '../LotLink.tsx';
import { useMay } from '../session/SessionProvider.tsx';

/** The server tells no more of them. */
const MOST_FINDINGS = 500;

type NumberedFinding = StatementFindingRowFragment & { place: string };

interface FindingsPanelProps {
  findings: readonly StatementFindingRowFragment[];
  /** opens the form of the statement; null: it can no longer be changed */
  onEdit: (() => void) | null;
}

/** What the check found: the EU's code, what it means, where, and how it is mended. Faults come first. */
export function FindingsPanel({ findings, onEdit }: FindingsPanelProps) {
  const words = useStatementWords();
  const { say } = words;
  const manages = useMay('manage_statements');
  const columns = useMemo(() => findingColumns(words, manages ? onEdit : null), [words, manages, onEdit]);
  const rows = useMemo(() => {
    const numbered = findings.map((finding, place) => ({ ...finding, place: String(place) }));
    const of = (severity: StatementFindingRowFragment['severity']) =>
      numbered.filter((finding) => finding.severity === severity);
    return [...of('fault'), ...of('warning')];
  }, [findings]);
  return (
    <Panel title={say('findings.title')}>
      {findings.every(({ severity }) => severity === 'warning') && (
        <Box color="fg.muted" fontSize="sm" mb="3">
          {say('findings.faultsNone')}
        </Box>
      )}
      <DataTable
        stacks
        caption={say('findings.list')}
        columns={columns}
        rows={rows}
        rowId={({ place }) => place}
        loading={say('findings.list')}
        empty={null}
      />
      {findings.length >= MOST_FINDINGS && (
        <Box color="fg.muted" fontSize="sm" mt="3">
          {say('findings.most', { count: MOST_FINDINGS })}
        </Box>
      )}
    </Panel>
  );
}

function findingColumns(words: StatementWords, onEdit: (() => void) | null): Column<NumberedFinding>[] {
  const { say } = words;
  return [
    {
      id: 'code',
      name: say('findings.code'),
      width: '16rem',
      render: ({ code, severity }) => (
        <Box display="grid" gap="1" justifyItems="start">
          {severity === 'fault' ? (
            <Badge tone="alarm" icon={CircleAlert}>
              {say('findings.fault')}
            </Badge>
          ) : (
            <Badge tone="pod" icon={TriangleAlert}>
              {say('findings.warning')}
            </Badge>
          )}
          <chakra.span fontFamily={code === null ? undefined : 'mono'} fontSize="xs" overflowWrap="anywhere">
            {code === null ? say('findings.ownRule') : breakable(code)}
          </chakra.span>
        </Box>
      ),
    },
    {
      id: 'what',
      name: say('findings.what'),
      render: ({ message }) => <Box overflowWrap="anywhere">{localizedText(words, message)}</Box>,
    },
    {
      id: 'where',
      name: say('findings.where'),
      width: '11rem',
      render: ({ lotId, plot, field }) => (
        <Box overflowWrap="anywhere">
          {lotId !== null && <LotLink lotId={lotId} />}
          {plot !== null && <Box>{say('findings.plot', { plot })}</Box>}
          {field !== null && <Box color="fg.muted">{fieldWord(words, field)}</Box>}
        </Box>
      ),
    },
    {
      id: 'mend',
      name: say('findings.mend'),
      width: '13rem',
      render: (finding) => <StatementMendLink finding={finding} onEdit={onEdit} />,
    },
  ];
}

/** A code that may wrap after each of its words. */
function breakable(code: string): ReactNode {
  const words = code.split('_').map((word, at) => ({ at, word: at === 0 ? word : `_${word}` }));
  return words.map(({ at, word }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

/** The name of a field of the statement; its API name if it has no other. */
function fieldWord({ locale }: StatementWords, field: string): string {
  const id = [`findings.field.${field}`, `label.${field}`].find((one) => hasWords(locale, one));
  return id === undefined ? field : messageText(locale, id);
}

function StatementMendLink({ finding, onEdit }: { finding: NumberedFinding; onEdit: (() => void) | null }) {
  const { say } = useStatementWords();
  const { mend, link, lotId, plot } = finding;
  if (mend === null) return <chakra.span color="fg.muted">{say('mending.nothing')}</chakra.span>;
  const subject = (mend === 'outlinePlot' ? (plot ?? lotId) : (lotId ?? plot)) ?? say('mending.lot');
  const text =
    mend === 'split' || mend === 'editOperator' || mend === 'editStatement'
      ? say(`mending.${mend}`)
      : say(`mending.${mend}`, { subject });
  if (mend === 'editStatement') {
    return onEdit === null ? (
      text
    ) : (
      <Button size="sm" variant="secondary" onClick={onEdit}>
        {text}
      </Button>
    );
  }
  if (mend === 'split' || link === null) return <chakra.span color="fg.muted">{text}</chakra.span>;
  if (lotId !== null && (mend === 'check' || mend === 'inspectLot' || mend === 'editProducer')) {
    return <LotLink lotId={lotId}>{text}</LotLink>;
  }
  return (
    <TextLink asChild {...ROW_LINK}>
      <Link to={link}>{text}</Link>
    </TextLink>
  );
}
