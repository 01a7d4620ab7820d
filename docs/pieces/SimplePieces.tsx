import { Box } from '@chakra-ui/react';
import { Check, CircleAlert, Package, Pencil, Percent, Plus, QrCode, RefreshCw, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionMenu } from '../../client/design/ActionMenu.tsx';
import { Badge, SeverityBadge, StageBadge, StatusBadge } from '../../client/design/Badge.tsx';
import { ComplianceBadge } from '../../client/design/ComplianceBadge.tsx';
import { Banner } from '../../client/design/Banner.tsx';
import { AnchorButton, Button, IconButton } from '../../client/design/Button.tsx';
import { LinkButton } from '../../client/design/LinkButton.tsx';
import { Mark } from '../../client/design/Mark.tsx';
import { CopyableValue } from '../../client/design/CopyableValue.tsx';
import { CopyByHand } from '../../client/design/CopyByHand.tsx';
import { EventCheckBadge } from '../../client/design/ledger/EventCheckBadge.tsx';
import { LedgerValue } from '../../client/design/ledger/LedgerValue.tsx';
import { Moment } from '../../client/design/Moment.tsx';
import { RelativeTime } from '../../client/design/RelativeTime.tsx';
import { ToneIcon } from '../../client/design/ToneIcon.tsx';
import { transactionPreview } from '../../client/words/format.ts';
import { Facts, Page, Panel } from '../../client/design/Page.tsx';
import { PlainDesignProvider } from '../../client/design/PlainDesignProvider.tsx';
import { RowButton, RowIconButton } from '../../client/design/RowButton.tsx';
import { PaginationControl } from '../../client/design/PaginationControl.tsx';
import { STAGE_TONES, TONES } from '../../client/design/colors.ts';
import { Scroller } from '../../client/design/scroll/Scroller.tsx';
import { Sparkline } from '../../client/design/Sparkline.tsx';
import { StageDots } from '../../client/design/StageDots.tsx';
import { StatTile } from '../../client/design/StatTile.tsx';
import { StatusDot } from '../../client/design/StatusDot.tsx';
import { TextLink } from '../../client/design/TextLink.tsx';
import { VarietyGlyph } from '../../client/design/VarietyGlyph.tsx';
import { DEFORESTATION_STATUSES } from '../../server/domain/forest/deforestation.ts';
import { VARIETIES } from '../../server/domain/lot/cacao.ts';
import { STAGES } from '../../server/domain/lot/stages.ts';
import { Columns, Row, Shown, State } from './Shown.tsx';

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;
const TRANSACTION = '13090fc7dd1a4d776d7713090fc7dd1a4d776d7713090fc7dd1a4d776d77abcd';
const RECENTLY = new Date(Date.now() - 12 * 60_000).toISOString();
const nothing = (): void => undefined;

export function SimplePieces() {
  const [page, setPage] = useState(6);
  return (
    <>
      <Shown title="Colors" pieces={['DesignProvider', 'PlainDesignProvider', 'Mark']}>
        <State name="tones: text on its ground, solid">
          <Row>
            {TONES.map((tone) => (
              <Box key={tone} borderRadius="control" overflow="hidden" fontSize="sm" fontWeight="500">
                <Box px="4" py="2" color={tone} bg={`${tone}.subtle`}>
                  {tone}
                </Box>
                <Box px="4" py="2" color={`${tone}.on`} bg={`${tone}.solid`}>
                  {tone}.solid
                </Box>
              </Box>
            ))}
          </Row>
        </State>
        <State name="stages">
          <Row>
            {STAGE_TONES.map((stage) => (
              <Box
                key={stage}
                px="4"
                py="2"
                borderRadius="control"
                fontSize="sm"
                color={`stage.${stage}`}
                bg={`stage.${stage}.subtle`}
              >
                {stage}
              </Box>
            ))}
          </Row>
        </State>
        <State name="grounds, and type in its sizes">
          <Row>
            {['bg', 'bg.raised', 'bg.sunken'].map((ground) => (
              <Box key={ground} px="4" py="3" bg={ground} borderWidth="1px" borderColor="line" borderRadius="panel">
                {ground}{' '}
                <Box as="span" color="fg.muted">
                  muted
                </Box>
              </Box>
            ))}
            {['xs', 'sm', 'md', 'lg', 'xl', '2xl'].map((size) => (
              <Box key={size} fontSize={size} lineHeight="1.2">
                {size}
              </Box>
            ))}
            <Mark />
          </Row>
        </State>
        <State name="as the public pages wear them">
          <PlainDesignProvider>
            <Row>
              <Mark />
              <Box px="4" py="2" color="leaf" bg="leaf.subtle" borderRadius="control">
                leaf
              </Box>
            </Row>
          </PlainDesignProvider>
        </State>
      </Shown>

      <Shown
        title="Buttons and links"
        pieces={[
          'Button',
          'IconButton',
          'LinkButton',
          'AnchorButton',
          'RowButton',
          'RowIconButton',
          'ActionMenu',
          'TextLink',
        ]}
      >
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <State key={variant} name={variant}>
            <Row>
              <Button variant={variant}>
                <Plus aria-hidden />
                Create Lot
              </Button>
              <Button variant={variant} size="sm">
                Small
              </Button>
              <Button variant={variant} size="lg">
                Large
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} busy busyLabel="Saving...">
                Save
              </Button>
            </Row>
          </State>
        ))}
        <State name="icon, busy, link, menu">
          <Row>
            <IconButton label="Refresh" icon={<RefreshCw />} />
            <IconButton label="Refreshing" icon={<RefreshCw />} busy />
            <IconButton label="Refresh later" icon={<RefreshCw />} disabled />
            <LinkButton to="/verify" variant="secondary">
              Open
            </LinkButton>
            <AnchorButton href="#pieces" variant="secondary">
              Save
            </AnchorButton>
            <RowButton>Advance</RowButton>
            <RowIconButton label="Check again" icon={<RefreshCw />} size="sm" />
            <RowIconButton label="Checking again" icon={<RefreshCw />} size="sm" busy />
            <ActionMenu
              label="More actions for LOT701"
              actions={[
                { id: 'edit', label: 'Edit Lot', icon: Pencil, onSelect: nothing },
                { id: 'qr', label: 'Generate QR', icon: QrCode, disabled: true, onSelect: nothing },
                { id: 'delete', label: 'Delete Lot', icon: Trash2, danger: true, onSelect: nothing },
              ]}
            />
            <span>
              A link{' '}
              <TextLink asChild>
                <Link to="/verify">within a text</Link>
              </TextLink>
              .
            </span>
          </Row>
        </State>
      </Shown>

      <Shown title="What scrolls" pieces={['Scroller']}>
        <Columns least="16rem">
          <State name="goes on below">
            <Scroller label="Stages to scroll" maxH="6rem">
              {STAGES.map((stage) => (
                <Box key={stage} py="1.5">
                  {stage}
                </Box>
              ))}
            </Scroller>
          </State>
          <State name="goes on beside, over the page's ground">
            <Scroller label="Stages beside each other" ground="bg" display="flex" gap="8" maxW="14rem">
              {STAGES.map((stage) => (
                <Box key={stage}>{stage}</Box>
              ))}
            </Scroller>
          </State>
          <State name="all in sight">
            <Scroller label="All there is" maxH="6rem">
              All there is
            </Scroller>
          </State>
        </Columns>
      </Shown>
      <Shown
        title="Badges"
        pieces={[
          'Badge',
          'StageBadge',
          'StatusBadge',
          'ComplianceBadge',
          'SeverityBadge',
          'StageDots',
          'StatusDot',
          'VarietyGlyph',
        ]}
      >
        <State name="tones">
          <Row>
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone} icon={Check}>
                {tone}
              </Badge>
            ))}
            <Badge>quiet</Badge>
          </Row>
        </State>
        <State name="stages, one unknown">
          <Row>
            {[...STAGES, 'other'].map((stage) => (
              <StageBadge key={stage} stage={stage} />
            ))}
          </Row>
        </State>
        <State name="compliance, short and in words">
          <Row>
            {DEFORESTATION_STATUSES.map((status) => (
              <Row key={status}>
                <ComplianceBadge status={status} />
                <StatusBadge status={status} />
              </Row>
            ))}
          </Row>
        </State>
        <State name="severities">
          <Row>
            <SeverityBadge severity="high" />
            <SeverityBadge severity="medium" />
            <SeverityBadge severity="low" />
          </Row>
        </State>
        <State name="stages as dots, one unknown">
          <Row>
            {[...STAGES, 'other'].map((stage) => (
              <StageDots key={stage} stage={stage} />
            ))}
          </Row>
        </State>
        <State name="varieties, one unknown">
          <Row>
            {[...VARIETIES, 'Arriba'].map((variety) => (
              <Row key={variety}>
                <VarietyGlyph variety={variety} name={variety} />
                {variety}
              </Row>
            ))}
          </Row>
        </State>
        <State name="a dot before its word">
          <Row>
            <StatusDot tone="alarm" />
            Forest loss
          </Row>
        </State>
      </Shown>

      <Shown title="Banners" pieces={['Banner']}>
        <State name="alarm with a title and a way out" display="grid" gap="3">
          <Banner title="Application Error" onDismiss={nothing}>
            Network error
          </Banner>
          <Banner
            tone="pod"
            action={
              <Button variant="secondary" size="sm">
                Try Again
              </Button>
            }
          >
            The ledger was not reached for two hours. What you enter is kept and recorded later.
          </Banner>
          <Banner tone="leaf">Satellite monitoring active</Banner>
          <Banner tone="sky">12 lots were imported.</Banner>
        </State>
      </Shown>

      <Shown title="Page and panels" pieces={['Page', 'Panel', 'Facts']}>
        <State name="page with an action, panels, facts" p={{ base: '0', md: '4' }} borderRadius="panel" bg="bg">
          <Page title="Cacao Lots" actions={<Button variant="secondary">Export</Button>}>
            <Columns least="20rem">
              <Panel
                title="Farm"
                actions={
                  <Button variant="quiet" size="sm">
                    Edit
                  </Button>
                }
              >
                <Facts
                  items={[
                    ['Farmer', 'Maria Kila'],
                    ['Variety', 'Trinitario'],
                    ['Weight', '1,250.5 kg'],
                    ['Not known', '—'],
                  ]}
                />
              </Panel>
              <Panel>
                A panel without a title, and a long word: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen
              </Panel>
            </Columns>
          </Page>
        </State>
      </Shown>

      <Shown title="Figures" pieces={['StatTile', 'Sparkline']}>
        <Columns least="10rem">
          <StatTile
            label="Total Lots"
            value="10,000"
            icon={<Package {...ICON} />}
            trend={{ change: 12, text: '+12 in 30 days' }}
          />
          <StatTile
            label="Compliance Rate"
            value="92.3%"
            icon={<Percent {...ICON} />}
            trend={{ change: -1.5, isGood: false, text: '-1.5 points in 30 days' }}
          />
          <StatTile
            label="Avg Quality"
            value="87.3"
            note="of 100"
            icon={<Star {...ICON} />}
            trend={{ change: 0, text: 'No change in 30 days' }}
          />
          <StatTile
            label="High Alerts"
            value="3"
            tone="alarm"
            icon={<CircleAlert {...ICON} />}
            trend={{ change: -2, isGood: true, text: '-2 in 30 days' }}
          />
          <StatTile label="Nothing known yet" value="—" />
        </Columns>
        <State name="a course, with a day that was not measured">
          <Sparkline values={[3, 4, null, 6, 5, 8]} />
        </State>
      </Shown>

      <Shown
        title="Records"
        pieces={['CopyableValue', 'CopyByHand', 'LedgerValue', 'Moment', 'RelativeTime', 'ToneIcon', 'EventCheckBadge']}
      >
        <State name="a long value, one that is not there, one to be copied by hand">
          <CopyableValue name="transaction id" text={TRANSACTION} shown={transactionPreview(TRANSACTION)} />
          <CopyableValue name="signature" text={null} shown="" />
          <CopyByHand label="Copy the link" text="https://manam.example/verify/LOT701" />
        </State>
        <State name="when it happened, by both clocks">
          <Moment iso="2026-03-14T08:30:00.000Z" />
        </State>
        <State name="how long ago">
          <RelativeTime iso={RECENTLY} />
        </State>
        <State name="verdicts, and what came of checking an event">
          <Row>
            <ToneIcon tone="leaf" />
            <ToneIcon tone="pod" />
            <ToneIcon tone="alarm" size={32} />
            <LedgerValue of="transactionId" text={TRANSACTION} />
            <EventCheckBadge event block />
            <EventCheckBadge event={null} block />
            <EventCheckBadge event block={false} />
          </Row>
        </State>
      </Shown>

      <Shown title="Pages of a list" pieces={['PaginationControl']}>
        <State name="in the middle of many">
          <PaginationControl page={page} totalPages={42} onChange={setPage} label="Lots" />
        </State>
        <State name="the first of two">
          <PaginationControl page={1} totalPages={2} onChange={nothing} label="Alerts" />
        </State>
      </Shown>
    </>
  );
}
