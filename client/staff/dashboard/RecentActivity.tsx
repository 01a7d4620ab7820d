import { Box, chakra, Flex } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import { useState } from 'react';
import { ComplianceBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { DASH } from '../../words/format.ts';
import { Panel } from '../../design/Page.tsx';
import type { DashboardQuery } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { SelectedLot } from './SelectedLot.tsx';

const SHOWN = 5;

interface RecentActivityProps {
  entries: DashboardQuery['dashboardStats']['recentActivity'];
  onCreate: (() => void) | undefined;
}

export function RecentActivity({ entries, onCreate }: RecentActivityProps) {
  const { say, formatDateTime } = useStaffWords();
  const [selected, setSelected] = useState<string | null>(null);
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
              <chakra.button
                type="button"
                display="grid"
                gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: '7rem minmax(0, 1fr) auto 12rem' }}
                alignItems="center"
                columnGap="4"
                rowGap="0.5"
                w="full"
                px="3"
                py="2.5"
                minH="11"
                textAlign="start"
                fontSize="sm"
                cursor="pointer"
                borderRadius="control"
                _hover={{ bg: 'bg.sunken' }}
                onClick={() => setSelected(entry.lotId)}
              >
                <Box fontWeight="600" fontVariantNumeric="tabular-nums" truncate>
                  {entry.lotId}
                </Box>
                <Box color="fg.muted" truncate order={{ base: 3, md: 0 }} title={entry.farmerName ?? undefined}>
                  {entry.farmerName ?? DASH}
                </Box>
                <Flex justify="end" order={{ base: 2, md: 0 }}>
                  <ComplianceBadge status={entry.deforestationStatus} detailed />
                </Flex>
                <Box color="fg.muted" textAlign="end" order={{ base: 4, md: 0 }} fontVariantNumeric="tabular-nums">
                  {formatDateTime(entry.timestamp)}
                </Box>
              </chakra.button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <SelectedLot lotId={selected} onClose={() => setSelected(null)} />
    </Panel>
  );
}
