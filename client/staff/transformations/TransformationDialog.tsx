import { useQuery } from '@apollo/client/react';
import { chakra, Flex } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Facts } from '../../design/Page.tsx';
import { Scroller } from '../../design/scroll/Scroller.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import {
  TransformationDetailDocument,
  type TransformationDetailQuery,
  type TransformationRowFragment,
} from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useMassWords } from '../../words/massWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { LotLink } from '../LotLink.tsx';

interface TransformationDialogProps {
  open: boolean;
  row: TransformationRowFragment;
  onClose: () => void;
}

/** One transformation: warnings with their explanation, and all lots that went in and came out. */
export function TransformationDialog({ open, row, onClose }: TransformationDialogProps) {
  const { say, formatDateTime } = useMassWords();
  const { data, error, refetch } = useQuery(TransformationDetailDocument, { variables: { id: row.id }, skip: !open });
  const found = data?.transformation;
  const title = say('transformations.of', { step: say(`mass.step.${row.step}`), when: formatDateTime(row.at) });
  return (
    <Dialog open={open} onClose={onClose} size="lg" title={title}>
      {found ? (
        <TransformationFacts found={found} />
      ) : error === undefined ? (
        <Delayed label={say('transformations.loading')}>
          <DetailSkeleton rows={6} />
        </Delayed>
      ) : (
        <LoadFailure title={say('transformations.failed')} error={error} onRetry={refetch} />
      )}
    </Dialog>
  );
}

function TransformationFacts({ found }: { found: NonNullable<TransformationDetailQuery['transformation']> }) {
  const words = useMassWords();
  const { say, formatKg, formatPercent } = words;
  const { loss, expectedYield, warnings } = found;
  return (
    <Flex direction="column" gap="4">
      {warnings.map((warning) => (
        <Banner key={warning.code + warning.text} tone="pod">
          {localizedText(words, warning)}
        </Banner>
      ))}
      <Facts
        items={[
          [say('transformations.explanation'), found.explanation ?? say('transformations.noExplanation')],
          [
            say('transformations.yield'),
            expectedYield === null
              ? formatPercent(found.yieldPercent)
              : `${formatPercent(found.yieldPercent)} · ${say('transformations.expected', {
                  least: formatPercent(expectedYield.least),
                  most: formatPercent(expectedYield.most),
                })}`,
          ],
          [
            say('transformations.loss'),
            loss.reason === null
              ? formatKg(loss.weight)
              : `${formatKg(loss.weight)} · ${say(`lossReason.${loss.reason}`)}`,
          ],
          [say('transformations.in'), <Lots key="in" label={say('transformations.in')} lots={found.inputs} />],
          [say('transformations.out'), <Lots key="out" label={say('transformations.out')} lots={found.outputs} />],
          [say('combine.place'), found.place ?? DASH],
          [say('combine.operator'), found.operatorName ?? DASH],
          [say('combine.notes'), found.notes ?? DASH],
          [say('transformations.by'), found.recordedBy ?? DASH],
        ]}
      />
    </Flex>
  );
}

function Lots({ label, lots }: { label: string; lots: readonly { id: string; lotId: string; weight: number }[] }) {
  const { formatKg } = useMassWords();
  return (
    <Scroller label={label} maxH="12rem">
      <chakra.ul listStyleType="none" fontVariantNumeric="tabular-nums">
        {lots.map(({ id, lotId, weight }) => (
          <li key={id}>
            <LotLink lotId={lotId} /> {formatKg(weight)}
          </li>
        ))}
      </chakra.ul>
    </Scroller>
  );
}
