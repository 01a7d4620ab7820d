import { useFragment } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { toaster } from '../../../design/Toaster.tsx';
import { LotNewsFragmentDoc, type LotNewsFragment } from '../../../graphql/generated.ts';
import { type LotListWords, useLotListWords } from '../../../words/lotListWords.ts';
import { LotLink } from '../../LotLink.tsx';

/** Tells of a new lot, until it is recorded and checked: then its row says more. */
export function announceLot({ say }: LotListWords, lot: LotNewsFragment): void {
  const toast = `created ${lot.id}`;
  toaster.create({
    id: toast,
    type: 'success',
    title: say('created.title', { lotId: lot.lotId }),
    description: <Progress lot={lot} toast={toast} />,
  });
}

/** How far the ledger and the satellite check have the lot now. */
function Progress({ lot, toast }: { lot: LotNewsFragment; toast: string }) {
  const { say } = useLotListWords();
  const { data, complete } = useFragment({
    fragment: LotNewsFragmentDoc,
    fragmentName: 'LotNews',
    from: { __typename: 'Lot', id: lot.id },
  });
  const { lotId, blockchainHash, satelliteTimestamp } = complete ? data : lot;
  const isChecked = satelliteTimestamp !== null;
  const isDone = isChecked && blockchainHash?.status === 'recorded';
  useEffect(() => {
    if (isDone) toaster.dismiss(toast);
  }, [isDone, toast]);
  return (
    <Flex direction="column">
      <chakra.span overflowWrap="anywhere">
        {blockchainHash?.transactionId === undefined
          ? say('created.recording')
          : say('created.transaction', { id: blockchainHash.transactionId })}
      </chakra.span>
      {!isChecked && <span>{say('created.satellite')}</span>}
      <Box mt="1">
        <LotLink lotId={lotId}>{say('created.open', { lotId })}</LotLink>
      </Box>
    </Flex>
  );
}
