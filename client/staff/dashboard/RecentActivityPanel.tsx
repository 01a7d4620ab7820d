import { Box, chakra, Flex } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ComplianceBadge } from '../../design/ComplianceBadge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Panel } from '../../design/Page.tsx';
import type { ActivityEntryFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { deedOf } from './activityWords.ts';

const SHOWN = 5;
const SelectedLot = lazyPart(() => import('./SelectedLot.tsx'));

interface RecentActivityProps {
  entries: readonly ActivityEntryFragment[];
  onCreate: (() => void) | undefined;
}

/** The latest events, one row per lot; a click shows the lot. */
export function RecentActivityPanel({ entries, onCreate }: RecentActivityProps) {
  const { say } = useStaffWords();
  const [selected, setSelected] = useState<string | null>(null);
  const [wasSelected, setWasSelected] = useState(false);
  return (
    <Panel title={say('activity.title')}>
      {entries.length === 0 ? (
        <EmptyState
          icon={Activity}
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
          {entries.slice(0, SHOWN).map((entry) => (
            <chakra.li key={entry.lotId} _notFirst={{ borderTopWidth: '1px', borderColor: 'line' }}>
              <Entry
                entry={entry}
                onSelect={() => {
                  setSelected(entry.lotId);
                  setWasSelected(true);
                }}
              />
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

function Entry({ entry, onSelect }: { entry: ActivityEntryFragment; onSelect: () => void }) {
  const words = useStaffWords();
  const { text, icon: Icon, tone } = deedOf(words, entry);
  return (
    <chakra.button
      type="button"
      display="grid"
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto 11rem' }}
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
      onClick={onSelect}
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
          {words.formatDateTime(entry.timestamp)}
        </Box>
      </Flex>
    </chakra.button>
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
