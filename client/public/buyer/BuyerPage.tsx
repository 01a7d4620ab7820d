import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, Download, FileArchive, TriangleAlert } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { Badge } from '../../design/Badge.tsx';
import { AnchorButton, Button } from '../../design/Button.tsx';
import type { ToneName } from '../../design/colors.ts';
import { Skeleton } from '../../design/Loading.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { usePageTitle } from '../../design/usePageTitle.ts';
import { DASH } from '../../words/format.ts';
import { useTextWords } from '../../words/textWords.ts';
import { Alive } from '../hydratedContext.ts';
import { usePlace } from '../navigation.ts';
import { useInLanguage } from '../pageAddress.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { TextSection } from '../texts/TextPage.tsx';
import {
  buyerToken,
  buyerUrl,
  fetchBuyerConsignment,
  lotProofUrl,
  type BuyerAlertRow,
  type BuyerAnswer,
  type BuyerConsignment,
  type BuyerFailure,
} from './buyerAnswer.ts';
import { BuyerStatements } from './BuyerStatements.tsx';

/** Lots that are drawn at a time: a cheap phone reads no more at once. */
const LOTS_AT_A_TIME = 50;

/**
 * What the holder of a buyer's link reads, without an account. The server sends the frame, which is the same for all
 * links; the browser loads the consignment, so that a program that only looks at the address does not count as a
 * reader.
 */
export default function BuyerPage() {
  const [round, setRound] = useState(0);
  return <BuyerLinkPage key={round} onAgain={() => setRound(round + 1)} />;
}

/** One attempt to load what the link shows. */
function BuyerLinkPage({ onAgain }: { onAgain: () => void }) {
  const { say } = useTextWords();
  const alive = use(Alive);
  const { pathname } = usePlace();
  // The server renders one page for all links and does not know the token.
  const token = alive ? buyerToken(pathname) : null;
  const answer = useBuyerAnswer(token);
  const title =
    answer?.kind === 'shown' ? say('buyer.titleOf', { number: answer.consignment.number }) : say('buyer.title');
  usePageTitle(title);
  return (
    <PublicFrame>
      <chakra.h1 fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" lineHeight="1.2" overflowWrap="anywhere">
        {title}
      </chakra.h1>
      {answer === null && <Waiting />}
      {answer?.kind === 'shown' && <Shown consignment={answer.consignment} token={token ?? ''} />}
      {answer !== null && answer.kind !== 'shown' && <NotShown failure={answer.kind} onAgain={onAgain} />}
    </PublicFrame>
  );
}

/**
 * Loads what a link shows; null until then.
 * @param token null: not known yet
 */
function useBuyerAnswer(token: string | null): BuyerAnswer | null {
  const [answer, setAnswer] = useState<BuyerAnswer | null>(null);
  useEffect(() => {
    if (token === null) return undefined;
    const leaving = new AbortController();
    const load = async () => {
      const loaded = await fetchBuyerConsignment(token, leaving.signal);
      if (!leaving.signal.aborted) setAnswer(loaded);
    };
    void load();
    return () => leaving.abort();
  }, [token]);
  return answer;
}

function Waiting() {
  const { say } = useTextWords();
  return (
    <Box mt="4">
      <chakra.output display="grid" gap="3" aria-label={say('buyer.loading')}>
        <Skeleton h="6" w="60%" />
        <Skeleton h="12rem" />
        <Skeleton h="8rem" />
      </chakra.output>
      <noscript>{say('buyer.needsScript')}</noscript>
    </Box>
  );
}

const REASONS = {
  over: { title: 'buyer.over', text: 'buyer.overText' },
  unknown: { title: 'buyer.unknown', text: 'buyer.unknownText' },
  busy: { title: 'buyer.failed', text: 'buyer.busyText' },
  failed: { title: 'buyer.failed', text: 'buyer.failedText' },
} as const satisfies Record<BuyerFailure, object>;

function NotShown({ failure, onAgain }: { failure: BuyerFailure; onAgain: () => void }) {
  const { say } = useTextWords();
  const { title, text } = REASONS[failure];
  return (
    <Box role="alert" mt="5" p="4" borderWidth="1px" borderColor="pod" borderRadius="panel" bg="pod.subtle">
      <Flex gap="2" align="center" fontWeight="600" color="pod">
        <CircleAlert aria-hidden size={20} />
        {say(title)}
      </Flex>
      <Box mt="2">{say(text)}</Box>
      {(failure === 'busy' || failure === 'failed') && (
        <Box mt="4">
          <Button variant="secondary" onClick={onAgain}>
            {say('buyer.again')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Shown({ consignment, token }: { consignment: BuyerConsignment; token: string }) {
  const { say, formatDateTime } = useTextWords();
  const { buyerName, state, expiresAt } = consignment;
  return (
    <>
      <Box mt="3" fontSize="lg" lineHeight="1.45">
        {buyerName !== null && <Box>{say('buyer.for', { buyer: buyerName })}</Box>}
        {say(`buyer.state.${state}`)}
      </Box>
      <TextSection title={say('buyer.alerts')}>
        <Alerts consignment={consignment} />
      </TextSection>
      {consignment.statements.length > 0 && (
        <TextSection title={say('buyer.statements')}>
          <BuyerStatements statements={consignment.statements} />
        </TextSection>
      )}
      <TextSection title={say('buyer.papers')}>
        <p>{say('buyer.papersLead')}</p>
        <Flex gap="3" wrap="wrap" mt="3" _print={{ display: 'none' }} css={{ '& a': { textDecoration: 'none' } }}>
          <AnchorButton href={buyerUrl(token, '/papers')} download referrerPolicy="no-referrer">
            <FileArchive aria-hidden />
            {say('buyer.all')}
          </AnchorButton>
          <AnchorButton
            variant="secondary"
            href={buyerUrl(token, '/plots.geojson')}
            download
            referrerPolicy="no-referrer"
          >
            <Download aria-hidden />
            {say('buyer.plots')}
          </AnchorButton>
        </Flex>
      </TextSection>
      <TextSection title={say('buyer.facts')}>
        <ConsignmentData consignment={consignment} />
      </TextSection>
      <TextSection title={say('buyer.lots')}>
        <Lots consignment={consignment} />
      </TextSection>
      <Box mt="8" fontSize="sm" color="fg.muted">
        {say('buyer.until', { when: formatDateTime(expiresAt) })}
      </Box>
    </>
  );
}

const SEVERITY_LOOKS: Record<NonNullable<BuyerAlertRow['severity']>, ToneName> = {
  high: 'alarm',
  medium: 'pod',
  low: 'sky',
};

function Alerts({ consignment: { alerts, closedAt } }: { consignment: BuyerConsignment }) {
  const { say, formatDateTime } = useTextWords();
  if (alerts.length === 0) return <p>{say(closedAt === null ? 'buyer.alertsLater' : 'buyer.noAlerts')}</p>;
  return (
    <Box display="grid" gap="3">
      {alerts.map(({ title, severity, status, lotId, raisedAt }) => (
        <Box key={`${lotId} ${raisedAt} ${title}`} borderWidth="1px" borderColor="line" borderRadius="control" p="3">
          {/* Staff and the server write alerts in English. */}
          <Box lang="en" fontWeight="600" overflowWrap="anywhere">
            {title}
          </Box>
          <Box fontSize="sm" color="fg.muted">
            {say('buyer.alertOf', { lotId, when: formatDateTime(raisedAt) })}
          </Box>
          <Flex gap="2" mt="1.5" wrap="wrap">
            {severity !== null && (
              <Badge tone={SEVERITY_LOOKS[severity]} icon={TriangleAlert}>
                {say(`buyer.severity.${severity}`)}
              </Badge>
            )}
            {status !== null && <Badge>{say(`buyer.status.${status}`)}</Badge>}
          </Flex>
        </Box>
      ))}
    </Box>
  );
}

function ConsignmentData({ consignment }: { consignment: BuyerConsignment }) {
  const { say, formatKg, formatCount, formatDate, formatDateTime, formatCountry, formatList } = useTextWords();
  const { weight, netWeight, bags, containers, billOfLading, incoterm, countryOfEntry } = consignment;
  const { loadingDate, departureDate, arrivalDate, closedAt, shippedAt, deliveredAt } = consignment;
  const items: (readonly [string, string])[] = [
    [say('buyer.weight'), formatKg(weight)],
    [say('buyer.netWeight'), formatKg(netWeight)],
    [say('buyer.bags'), formatCount(bags)],
    [
      say('buyer.containers'),
      containers
        .map(({ number, seals }) =>
          seals.length === 0 ? number : say('buyer.seals', { container: number, seals: formatList(seals) }),
        )
        .join('; ') || DASH,
    ],
    [say('buyer.billOfLading'), billOfLading ?? DASH],
    [say('buyer.incoterm'), incoterm ?? DASH],
    [say('buyer.country'), countryOfEntry === null ? DASH : (formatCountry(countryOfEntry) ?? countryOfEntry)],
    [say('buyer.loading.date'), formatDate(loadingDate)],
    [say('buyer.departure'), formatDate(departureDate)],
    [say('buyer.arrival'), formatDate(arrivalDate)],
    [say('buyer.closedAt'), formatDateTime(closedAt)],
    [say('buyer.shippedAt'), formatDateTime(shippedAt)],
    [say('buyer.deliveredAt'), formatDateTime(deliveredAt)],
  ];
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(0, 2fr) minmax(0, 3fr)"
      columnGap="3"
      rowGap="2"
      fontSize="sm"
      css={{ '& dt': { color: 'fg.muted' }, '& dd': { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' } }}
    >
      {items.map(([name, value]) => (
        <Box key={name} display="contents">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </chakra.dl>
  );
}

function Lots({ consignment: { lots, lotCount, originCount } }: { consignment: BuyerConsignment }) {
  const { say, formatKg } = useTextWords();
  const inLanguage = useInLanguage();
  const [shown, setShown] = useState(LOTS_AT_A_TIME);
  return (
    <>
      <p>{say('buyer.origins', { lots: lotCount, origins: originCount })}</p>
      <Box display="grid" mt="3">
        {lots.slice(0, shown).map(({ lotId, weight }) => (
          <Flex
            key={lotId}
            align="center"
            justify="space-between"
            columnGap="4"
            wrap="wrap"
            py="1"
            borderTopWidth="1px"
            borderColor="line"
            css={{ '& a': { display: 'inline-flex', alignItems: 'center', minH: '11' } }}
          >
            <TextLink href={inLanguage(`/verify/${encodeURIComponent(lotId)}`)}>
              {say('buyer.verify', { lotId })}
            </TextLink>
            <Flex columnGap="4" align="center" fontVariantNumeric="tabular-nums">
              {formatKg(weight)}
              <TextLink
                href={lotProofUrl(lotId)}
                download={`${lotId}-proof.json`}
                aria-label={say('buyer.proof', { lotId })}
              >
                {say('buyer.proofShort')}
              </TextLink>
            </Flex>
          </Flex>
        ))}
      </Box>
      {lots.length > shown && (
        <Box mt="3">
          <Button variant="secondary" onClick={() => setShown(shown + LOTS_AT_A_TIME)}>
            {say('buyer.more')}
          </Button>
        </Box>
      )}
      {lotCount > lots.length && (
        <Box mt="3" fontSize="sm" color="fg.muted">
          {say('buyer.part', { shown: lots.length, count: lotCount })}
        </Box>
      )}
      <Box mt="3" fontSize="sm" color="fg.muted">
        {say('buyer.proofNote')}
      </Box>
    </>
  );
}
