import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { ComplianceBadge } from '../../design/ComplianceBadge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Panel } from '../../design/Page.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';
import { OlderActivityDocument, type ActivityEntryFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { activityGroups, groupKeys, withOlder, type ActivityGroup } from './activityGroups.ts';
import { deedOf } from './activityWords.ts';

const SHOWN = 5;
const EmptyScene = lazyPart(() => import('./EmptyScene.tsx'));
const SelectedLot = lazyPart(() => import('./SelectedLot.tsx'));

interface RecentActivityProps {
  entries: readonly ActivityEntryFragment[];
  onCreate: (() => void) | undefined;
}

/** The latest events, one row per lot, or per several lots in a row to which the same happened; a click shows the lot. */
export function RecentActivityPanel({ entries, onCreate }: RecentActivityProps) {
  const { say } = useStaffWords();
  const [selected, setSelected] = useState<string | null>(null);
  const [wasSelected, setWasSelected] = useState(false);
  const last = activityGroups(entries).at(-1);
  // What goes on beyond the entries at hand is counted too.
  const { data } = useQuery(OlderActivityDocument, { skip: last === undefined || last.length === 1 });
  const groups = activityGroups(withOlder(entries, data?.recentActivity ?? [])).slice(0, SHOWN);
  const keys = useGroupKeys(groups);
  const select = (lotId: string) => {
    setSelected(lotId);
    setWasSelected(true);
  };
  return (
    <Panel title={say('activity.title')}>
      {entries.length === 0 ? (
        <EmptyState
          scene={
            <Suspense>
              <EmptyScene />
            </Suspense>
          }
          title={say('activity.none')}
          action={
            onCreate && (
              <Button variant="quiet" textDecoration="underline" onClick={onCreate}>
                {say('activity.first')}
              </Button>
            )
          }
        />
      ) : (
        <chakra.ul mx="-3">
          {groups.map((group, index) => (
            <chakra.li key={keys[index]} _notFirst={{ borderTopWidth: '1px', borderColor: 'line' }}>
              {group.length === 1 ? (
                <Entry entry={group[0]} onSelect={select} />
              ) : (
                <GroupOfEntries group={group} onSelect={select} />
              )}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {wasSelected && (
        <Suspense>
          <SelectedLot lotId={selected} onClose={() => setSelected(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Keys of the shown groups; a live update leaves those of groups that go on. */
function useGroupKeys(groups: readonly ActivityGroup[]): string[] {
  const [before, setBefore] = useState<ReadonlySet<string>>(new Set());
  const keys = groupKeys(groups, before);
  if (keys.length !== before.size || keys.some((key) => !before.has(key))) setBefore(new Set(keys));
  return keys;
}

function Entry({ entry, onSelect }: { entry: ActivityEntryFragment; onSelect: (lotId: string) => void }) {
  const words = useStaffWords();
  const { text, icon: Icon, tone } = deedOf(words, entry);
  return (
    <chakra.button
      type="button"
      display="grid"
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto 7rem' }}
      alignItems="center"
      columnGap="3"
      rowGap="0.5"
      w="full"
      px="3"
      py="2.5"
      minH="14"
      textAlign="start"
      fontSize="sm"
      cursor="pointer"
      borderRadius="control"
      _hover={{ bg: 'bg.sunken' }}
      onClick={() => onSelect(entry.lotId)}
    >
      <Flex boxSize="8" align="center" justify="center" borderRadius="full" bg={`${tone}.subtle`} color={tone}>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
      </Flex>
      {/* On phones the event fills the first row; date and badge go to the next. */}
      <Box minW="0" gridColumn={{ base: '2 / -1', md: 'auto' }}>
        <Box fontWeight="500" truncate>
          {text}
        </Box>
        {/* Users know a lot by its number: on phones a long name wraps below it, so neither is truncated. */}
        <LotAndFarmer entry={entry} />
      </Box>
      <Flex
        display={{ base: 'flex', md: 'contents' }}
        gridColumn="2 / -1"
        wrap="wrap"
        justify="space-between"
        columnGap="3"
        rowGap="1"
      >
        <Flex justify="end">
          <ComplianceBadge status={entry.deforestationStatus} />
        </Flex>
        <Box
          order={{ base: '-1', md: '1' }}
          color="fg.muted"
          textAlign={{ md: 'end' }}
          whiteSpace="nowrap"
          fontVariantNumeric="tabular-nums"
        >
          <RelativeTime iso={entry.timestamp} />
        </Box>
      </Flex>
    </chakra.button>
  );
}

/** Several lots in one line, which opens to one line per lot. */
function GroupOfEntries({ group, onSelect }: { group: ActivityGroup; onSelect: (lotId: string) => void }) {
  const words = useStaffWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { text, icon: Icon, tone } = deedOf(words, group[0]);
  return (
    <>
      <chakra.button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr) auto auto"
        alignItems="center"
        columnGap="3"
        w="full"
        px="3"
        py="2.5"
        minH="14"
        textAlign="start"
        fontSize="sm"
        cursor="pointer"
        borderRadius="control"
        _hover={{ bg: 'bg.sunken' }}
        onClick={() => setOpen(!open)}
      >
        <Flex boxSize="8" align="center" justify="center" borderRadius="full" bg={`${tone}.subtle`} color={tone}>
          <Icon aria-hidden size={16} strokeWidth={1.75} />
        </Flex>
        <Box minW="0">
          <Box fontWeight="500" truncate>
            {text}
          </Box>
          <Box color="fg.muted" fontVariantNumeric="tabular-nums">
            {words.say('activity.lots', { count: group.length })}
          </Box>
        </Box>
        <Box color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          <RelativeTime iso={group[0].timestamp} />
        </Box>
        <Box color="fg.muted" css={open ? { '& svg': { rotate: '180deg' } } : undefined}>
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
        </Box>
      </chakra.button>
      {open && (
        <chakra.ul id={id} ms={{ base: '0', md: '6' }} mb="2">
          {group.map((entry) => (
            <li key={entry.lotId}>
              <Entry entry={entry} onSelect={onSelect} />
            </li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}

function LotAndFarmer({ entry }: { entry: ActivityEntryFragment }) {
  return (
    <Flex columnGap="2" wrap={{ base: 'wrap', md: 'nowrap' }} color="fg.muted" minW="0">
      <Box
        fontVariantNumeric="tabular-nums"
        flexShrink="0"
        maxW={{ base: 'full', md: '60%' }}
        truncate
        title={entry.lotId}
      >
        {entry.lotId}
      </Box>
      <Box truncate title={entry.farmerName ?? undefined}>
        {entry.farmerName ?? DASH}
      </Box>
    </Flex>
  );
}
