import { Box, chakra, Flex } from '@chakra-ui/react';
import { CalendarDays, CircleCheck, Clock, ExternalLink, MapPin, Pencil, QrCode, Trash2, Workflow } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { qualityGrade } from '../../../server/domain/cacao.ts';
import { nextStage, stageProgressPercent } from '../../../server/domain/stages.ts';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge, ComplianceBadge, StageBadge, stageColor } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { DASH, transactionPreview } from '../../words/format.ts';
import type { LotCardFragment } from '../../graphql/generated.ts';
import { StaffRich, type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { varietyWord } from '../tradeWords.ts';
import { ageInDays, ledgerLabel, offeredActions, qualityColor, shownCertifications, varietyEmoji } from './lotFacts.ts';
import { cardId, type LotTask } from './lotTask.ts';
import { SatelliteRow } from './SatelliteRow.tsx';

export interface LotCardProps {
  lot: LotCardFragment;
  onTask: (task: LotTask) => void;
}

/** One lot at a glance, with what the person may do about it (staff specification, section 2, 'Lot card'). */
export const LotCard = memo(function LotCard({ lot, onTask }: LotCardProps) {
  const words = useStaffWords();
  const { say, formatQuality, formatKg, formatPercent, formatCelsius, formatCoordinates } = words;
  const offered = offeredActions(lot);
  const next = nextStage(lot.currentProcess);
  const titleId = cardId(lot);
  return (
    <chakra.article
      aria-labelledby={titleId}
      display="flex"
      flexDirection="column"
      gap="3"
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p="4"
      minW="0"
    >
      <Flex align="flex-start" justify="space-between" gap="2">
        <Box minW="0">
          <Flex align="center" columnGap="2" rowGap="1" wrap="wrap" mb="1">
            <chakra.h3
              id={titleId}
              fontSize="md"
              fontWeight="600"
              lineHeight="1.3"
              fontVariantNumeric="tabular-nums"
              overflowWrap="anywhere"
            >
              {lot.lotId}
            </chakra.h3>
            <Badge>
              <span aria-hidden>{varietyEmoji(lot.cacaoVariety)}</span> {varietyWord(words, lot.cacaoVariety)}
            </Badge>
          </Flex>
          <Box fontSize="sm" overflowWrap="anywhere" lineClamp="2" title={lot.farmerName ?? undefined}>
            {lot.farmerName ?? <chakra.span color="fg.muted">{say('card.nameErased')}</chakra.span>}
          </Box>
          <Box fontSize="xs" color="fg.muted" overflowWrap="anywhere">
            {lot.farmId ?? say('card.farmErased')}
          </Box>
        </Box>
        <Box flexShrink="0" mt={{ base: '-2.5', md: '-2' }} me={{ base: '-2.5', md: '-2' }}>
          <ActionMenu
            label={say('card.more', { lotId: lot.lotId })}
            actions={[
              ...(offered.advance
                ? [
                    {
                      id: 'update',
                      label: say('card.update'),
                      icon: Workflow,
                      onSelect: () => onTask({ kind: 'update', lot, to: '' }),
                    },
                  ]
                : []),
              ...(offered.edit
                ? [
                    {
                      id: 'edit',
                      label: say('card.edit'),
                      icon: Pencil,
                      onSelect: () => onTask({ kind: 'edit', lot }),
                    },
                  ]
                : []),
              { id: 'qr', label: say('card.qr'), icon: QrCode, onSelect: () => onTask({ kind: 'qr', lot }) },
              ...(offered.remove
                ? [
                    {
                      id: 'delete',
                      label: say('card.delete'),
                      icon: Trash2,
                      danger: true,
                      onSelect: () => onTask({ kind: 'delete', lot }),
                    },
                  ]
                : []),
            ]}
          />
        </Box>
      </Flex>

      <Flex gap="1.5" wrap="wrap">
        <StageBadge stage={lot.currentProcess} />
        <ComplianceBadge status={lot.deforestationStatus} />
      </Flex>

      <LedgerPanel lot={lot} />

      <Flex align="center" gap="3" minH={{ base: '11', md: '8' }}>
        <Progress lot={lot} />
        {offered.advance && next !== null && (
          <Button
            data-advance
            size="sm"
            variant="secondary"
            aria-label={say('card.advanceLotTo', { lotId: lot.lotId, stage: say(`stage.${next}`) })}
            title={say('card.advanceTo', { stage: say(`stage.${next}`) })}
            onClick={() => onTask({ kind: 'advance', lot, to: next })}
          >
            {say('card.advance')}
          </Button>
        )}
      </Flex>

      <chakra.dl
        display="grid"
        gridTemplateColumns="1fr 1fr"
        gap="1px"
        bg="line"
        borderWidth="1px"
        borderColor="line"
        borderRadius="control"
        overflow="hidden"
      >
        <Tile
          name={say('card.quality')}
          value={formatQuality(lot.qualityScore)}
          note={lot.qualityScore === null ? undefined : say(`grade.${qualityGrade(lot.qualityScore)}`)}
          color={lot.qualityScore === null ? undefined : qualityColor(lot.qualityScore)}
        />
        <Tile name={say('card.weight')} value={formatKg(lot.weight)} />
        <Tile name={say('card.moisture')} value={formatPercent(lot.moistureContent)} />
        <Tile name={say('card.temperature')} value={formatCelsius(lot.temperature)} />
      </chakra.dl>

      <Certifications names={lot.certifications} />

      <Flex direction="column" gap="1.5" fontSize="xs" color="fg.muted" mt="auto">
        <Line icon={<CalendarDays aria-hidden size={16} strokeWidth={1.75} />}>
          {harvested(words, lot.harvestDate)}
        </Line>
        <Line icon={<MapPin aria-hidden size={16} strokeWidth={1.75} />}>
          <StaffRich
            id="card.coordinates"
            params={{ place: formatCoordinates(lot.latitude, lot.longitude) }}
            parts={{ quiet: <chakra.span srOnly />, place: <chakra.span fontFamily="mono" /> }}
          />
        </Line>
        <SatelliteRow lot={lot} mayRefresh={offered.refreshSatellite} />
      </Flex>

      <Flex borderTopWidth="1px" borderColor="line" pt="2" mb="-1.5" mx="-2">
        <chakra.a
          href={`/verify/${encodeURIComponent(lot.lotId)}`}
          target="_blank"
          rel="noopener"
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          minH={{ base: '11', md: '8' }}
          px="2"
          fontSize="sm"
          fontWeight="600"
          color="brand"
          borderRadius="control"
          _hover={{ bg: 'bg.sunken' }}
        >
          <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
          <span>
            <StaffRich id="card.verify" params={{ lotId: lot.lotId }} parts={{ quiet: <chakra.span srOnly /> }} />
          </span>
        </chakra.a>
      </Flex>
    </chakra.article>
  );
});

function harvested({ say, formatDate }: StaffWords, harvestDate: string): string {
  const day = formatDate(harvestDate);
  const age = ageInDays(harvestDate, new Date());
  return age === 0 ? say('card.harvestedToday', { day }) : say('card.harvested', { day, age });
}

function LedgerPanel({ lot }: { lot: LotCardFragment }) {
  const { say } = useStaffWords();
  const label = ledgerLabel(lot.blockchainHash);
  const recorded = label === 'lotRecord.recorded';
  const Icon = recorded ? CircleCheck : Clock;
  return (
    <Box bg="bg.sunken" borderRadius="control" px="3" py="2" minW="0">
      <Flex align="center" gap="1.5" fontSize="sm" fontWeight="600" color={recorded ? 'leaf' : 'pod'}>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
        {say(label)}
      </Flex>
      <Box fontSize="xs" color="fg.muted" minH="1.125rem" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {lot.blockchainHash ? (
          <StaffRich
            id="card.transaction"
            params={{ id: transactionPreview(lot.blockchainHash.transactionId) }}
            parts={{
              quiet: <chakra.span srOnly />,
              id: <chakra.span fontFamily="mono" title={lot.blockchainHash.transactionId} />,
            }}
          />
        ) : (
          say('card.noTransaction')
        )}
      </Box>
    </Box>
  );
}

function Progress({ lot }: { lot: LotCardFragment }) {
  const { say } = useStaffWords();
  const percent = Math.round(stageProgressPercent(lot.currentProcess));
  return (
    <Box flex="1" minW="0">
      <Flex justify="space-between" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" mb="1">
        <span>{say('card.progress')}</span>
        <span>{say('card.percent', { share: percent / 100 })}</span>
      </Flex>
      <chakra.progress
        aria-label={say('card.progressOf', { lotId: lot.lotId })}
        value={percent}
        max={100}
        appearance="none"
        display="block"
        w="full"
        h="1.5"
        borderRadius="full"
        overflow="hidden"
        borderWidth="1px"
        borderColor="line"
        bg="bg.sunken"
        css={{
          '&::-webkit-progress-bar': { bg: 'bg.sunken' },
          '&::-webkit-progress-value': { bg: stageColor(lot.currentProcess) },
          '&::-moz-progress-bar': { bg: stageColor(lot.currentProcess) },
        }}
      />
    </Box>
  );
}

function Tile({ name, value, note, color }: { name: string; value: string; note?: string; color?: string }) {
  return (
    <Box bg="bg.raised" px="3" py="2" minW="0">
      <chakra.dt fontSize="xs" color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd fontSize="sm" fontWeight="600" fontVariantNumeric="tabular-nums" color={color}>
        {value}
        {note !== undefined && (
          <chakra.span display="block" fontSize="xs" fontWeight="500">
            {note}
          </chakra.span>
        )}
      </chakra.dd>
    </Box>
  );
}

function Certifications({ names }: { names: readonly string[] }) {
  const { say, formatList } = useStaffWords();
  const { shown, more } = shownCertifications(names);
  return (
    <Flex gap="1.5" wrap="wrap" minH="5" fontSize="xs" color="fg.muted" align="center">
      <chakra.span srOnly>
        {names.length === 0 ? say('card.certificationsNone') : say('card.certifications', { names: formatList(names) })}
      </chakra.span>
      <Flex aria-hidden gap="1.5" wrap="wrap" align="center">
        {names.length === 0 && say('card.certifications', { names: DASH })}
        {shown.map((name) => (
          <chakra.span key={name} px="2" py="0.5" borderWidth="1px" borderColor="line" borderRadius="full" color="fg">
            {name}
          </chakra.span>
        ))}
        {more > 0 && <span>{say('card.certificationsMore', { count: more })}</span>}
      </Flex>
    </Flex>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex align="center" gap="2" minW="0">
      <Box flexShrink="0">{icon}</Box>
      <Box minW="0" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {children}
      </Box>
    </Flex>
  );
}
