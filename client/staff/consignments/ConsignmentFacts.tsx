import { Box } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts } from '../../design/Page.tsx';
import type { ConsignmentFactsFragment, RecordStatus } from '../../graphql/generated.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { DASH, transactionPreview } from '../../words/format.ts';

const LEDGER_LOOKS: Record<RecordStatus, { icon: LucideIcon; tone: ToneName }> = {
  recorded: { icon: CircleCheck, tone: 'leaf' },
  pending: { icon: Clock, tone: 'pod' },
  failed: { icon: CircleAlert, tone: 'alarm' },
};

/** Whether the ledger has an event of a consignment. */
export function ConsignmentRecordBadge({ status }: { status: RecordStatus }) {
  const { say } = useConsignmentWords();
  const { icon, tone } = LEDGER_LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {say(`consignment.ledger.${status}`)}
    </Badge>
  );
}

/** Facts and papers of a consignment. */
export function ConsignmentFacts({ consignment }: { consignment: ConsignmentFactsFragment }) {
  const words = useConsignmentWords();
  const { say, formatKg, formatCount, formatDate, formatCountry } = words;
  const { buyerName, weight, netWeight, lotCount, originCount, bags, billOfLading, incoterm } = consignment;
  const { countryOfEntry, loadingDate, departureDate, arrivalDate, ledgerStatus, blockchainHash } = consignment;
  return (
    <Facts
      items={[
        [say('consignments.buyer'), buyerName ?? say('consignments.erasedBuyer')],
        [say('consignments.weight'), formatKg(weight)],
        [say('consignment.netWeight'), formatKg(netWeight)],
        [say('consignments.lots'), formatCount(lotCount)],
        [say('consignment.originCount'), formatCount(originCount)],
        [say('consignment.bags'), formatCount(bags)],
        [say('consignment.containers'), <ContainerLines key="containers" {...{ words, consignment }} />],
        [say('consignment.billOfLading'), billOfLading ?? DASH],
        [say('consignment.incoterm'), incoterm ?? DASH],
        [
          say('consignment.countryOfEntry'),
          countryOfEntry === null ? DASH : (formatCountry(countryOfEntry) ?? countryOfEntry),
        ],
        [say('consignment.loadingDate'), formatDate(loadingDate)],
        [say('consignment.departureDate'), formatDate(departureDate)],
        [say('consignment.arrivalDate'), formatDate(arrivalDate)],
        [say('consignment.ledger'), <ConsignmentRecordBadge key="ledger" status={ledgerStatus} />],
        [
          say('consignment.transaction'),
          <CopyableValue
            key="transaction"
            name={say('consignment.transaction')}
            text={blockchainHash?.transactionId ?? null}
            shown={transactionPreview(blockchainHash?.transactionId)}
          />,
        ],
      ]}
    />
  );
}

function ContainerLines({
  words: { say, formatList },
  consignment: { containers },
}: {
  words: ConsignmentWords;
  consignment: Pick<ConsignmentFactsFragment, 'containers'>;
}) {
  if (containers.length === 0) return DASH;
  return containers.map(({ number, seals }) => (
    <Box key={number} fontVariantNumeric="tabular-nums">
      {seals.length === 0 ? number : say('consignment.containerSeals', { container: number, seals: formatList(seals) })}
    </Box>
  ));
}
