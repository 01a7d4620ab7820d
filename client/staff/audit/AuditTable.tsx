import { Box, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { AuditRowFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import type { AuditAsked } from './auditAddress.ts';
import { actorWord, detailWords, didWord, exactDetails, thingWord } from './auditWords.ts';

const VERDICTS: Record<AuditRowFragment['verdict'], { tone?: ToneName; icon: LucideIcon }> = {
  whole: { tone: 'leaf', icon: CircleCheck },
  waiting: { tone: 'sky', icon: Clock },
  unchained: { tone: 'pod', icon: CircleAlert },
  changed: { tone: 'alarm', icon: CircleAlert },
};

interface AuditTableProps {
  rows: readonly AuditRowFragment[] | undefined;
  busy: boolean;
  error: ReactNode;
  empty: ReactNode;
  /** filters the list by an actor or an object */
  onShow: (asked: Partial<AuditAsked>) => void;
}

/** Audit entries, newest first. An entry that does not match its signature shows only that. */
export function AuditTable({ rows, busy, error, empty, onShow }: AuditTableProps) {
  const words = useOfficeWords();
  const { say } = words;
  const columns = useMemo(() => auditColumns(words, onShow), [words, onShow]);
  return (
    <DataTable
      stacks
      caption={say('audit.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      loading={say('audit.loading')}
      expected={12}
      busy={busy}
      error={error}
      empty={empty}
    />
  );
}

/** A line whose signature does not fit shows no other values. */
function auditColumns(words: OfficeWords, onShow: AuditTableProps['onShow']): Column<AuditRowFragment>[] {
  const { say } = words;
  return [
    {
      id: 'what',
      name: say('audit.what'),
      width: '12rem',
      usual: '10rem',
      render: ({ id, told }) => (told === null ? <ChangedLine id={id} /> : didWord(words, told.action)),
    },
    {
      id: 'who',
      name: say('audit.who'),
      width: '10rem',
      usual: '8rem',
      render: ({ told }) => told && <Actor told={told} onShow={onShow} />,
    },
    {
      id: 'subject',
      name: say('audit.subjectOf'),
      width: '10rem',
      usual: '8rem',
      render: ({ told }) => told && <Subject told={told} onShow={onShow} />,
    },
    {
      id: 'details',
      name: say('audit.details'),
      width: '12rem',
      usual: '10rem',
      render: ({ told }) => (
        <Box
          maxW="20rem"
          whiteSpace="normal"
          overflowWrap="anywhere"
          color="fg.muted"
          title={(told && exactDetails(told.details)) ?? undefined}
        >
          {told === null ? DASH : detailWords(words, told.details) || DASH}
        </Box>
      ),
    },
    {
      id: 'when',
      name: say('audit.when'),
      width: '11rem',
      usual: '9rem',
      render: ({ told }) => (told === null ? DASH : <WrittenAt told={told} />),
    },
    {
      id: 'checked',
      name: say('audit.checked'),
      width: '9rem',
      usual: '7rem',
      render: ({ verdict }) => (
        <span title={say(`verdict.${verdict}.text`)}>
          <Badge {...VERDICTS[verdict]}>{say(`verdict.${verdict}`)}</Badge>
        </span>
      ),
    },
  ];
}

function WrittenAt({ told }: { told: Told }) {
  const { formatDateTime } = useOfficeWords();
  return (
    <chakra.time dateTime={told.at} title={told.at} whiteSpace="nowrap">
      {formatDateTime(told.at)}
    </chakra.time>
  );
}

function ChangedLine({ id }: { id: string }) {
  const { say } = useOfficeWords();
  return (
    <Box color="alarm" maxW="26rem" whiteSpace="normal">
      {say('audit.changed', { id })}
      <Box fontWeight="400" fontSize="sm">
        {say('audit.changedText')}
      </Box>
    </Box>
  );
}

type Told = NonNullable<AuditRowFragment['told']>;
interface PartProps {
  told: Told;
  onShow: AuditTableProps['onShow'];
}

function Actor({ told, onShow }: PartProps) {
  const words = useOfficeWords();
  const name = actorWord(words, told);
  const { id } = told.actor;
  return (
    <Pressed
      name={name}
      label={words.say('audit.actorFilter', { name })}
      exact={id}
      onPress={
        id === null
          ? null
          : () => onShow({ actor: told.actor.name !== null && told.actor.kind === 'user' ? told.actor.name : id })
      }
    />
  );
}

function Subject({ told, onShow }: PartProps) {
  const words = useOfficeWords();
  if (told.subject === null) return DASH;
  const { id, name: known, kind } = told.subject;
  const name = thingWord(words, told.subject);
  const sought = known !== null && (kind === 'lot' || kind === 'user') ? known : id;
  return (
    <Pressed
      name={name}
      label={words.say('audit.subjectFilter', { name })}
      exact={id}
      onPress={sought === null ? null : () => onShow({ subject: sought })}
    />
  );
}

interface PressedProps {
  name: string;
  label: string;
  /** the id behind the name, shown on hover */
  exact: string | null;
  onPress: (() => void) | null;
}

/** A name that filters the list when clicked. */
function Pressed({ name, label, exact, onPress }: PressedProps) {
  const look = {
    maxW: '16rem',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    textAlign: 'start',
    lineHeight: '1.5rem',
    minW: '6',
    lineClamp: '2',
    title: exact === null ? name : `${name}\n${exact}`,
  } as const;
  if (onPress === null) return <Box {...look}>{name}</Box>;
  return (
    <TextLink asChild {...look} cursor="pointer">
      <button type="button" aria-label={label} onClick={onPress}>
        {name}
      </button>
    </TextLink>
  );
}
