import { Box, Flex } from '@chakra-ui/react';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ShippingStage } from '../../../server/domain/lot/shippingGuard.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { AskShippingConfirmationDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useLotListWords } from '../../words/lotListWords.ts';

export interface SecondPersonProps {
  lotId: string;
  stage: ShippingStage;
  /** the reading that the stage change will state, in %; null: none */
  moisture: number | null;
  /** the request that counts now; null: nobody was asked */
  request: { isConfirmed: boolean; expiresAt: string | null; confirmedBy: string | null } | null;
  /** reads the request again */
  reload: () => void;
  /** whether the lot is named: it stands beside others */
  isNamed?: boolean;
}

/** Asks for the second person without whom no lot with detected deforestation leaves, and tells who confirmed. */
export function SecondPerson({ lotId, stage, moisture, request, reload, isNamed = false }: SecondPersonProps) {
  const words = useLotListWords();
  const { say, formatDateTime } = words;
  const [ask, busy] = useWrite(AskShippingConfirmationDocument, { failed: say('shipping.askFailed') });
  const [failure, setFailure] = useState<string | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  const isAsked = request !== null;
  useEffect(() => {
    // The button that was pressed is gone: what came of it takes its place.
    if (isAsked && hasAsked.current) status.current?.focus();
    hasAsked.current = false;
  }, [isAsked]);
  const send = async (): Promise<void> => {
    setFailure(null);
    const written = await ask({ lotId, stage, moisture });
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind !== 'answered') return;
    const { askShippingConfirmation: asked } = written.data;
    if (asked.__typename === 'ShippingReviewSaved') hasAsked.current = true;
    else setFailure(localizedText(words, asked.said));
    reload();
  };
  const isConfirmed = request?.isConfirmed === true;
  const Icon = isConfirmed ? CircleCheck : Hourglass;
  return (
    <Box borderWidth="1px" borderColor="line" borderRadius="control" px="4" py="3" fontSize="sm">
      <Box fontWeight="600">{isNamed ? say('shipping.secondOf', { lotId }) : say('shipping.second')}</Box>
      {request === null ? (
        <Flex gap="3" align="center" wrap="wrap" mt="2">
          <Box flex="1 1 14rem">{say('shipping.secondHint')}</Box>
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            busyLabel={say('shipping.asking')}
            aria-label={isNamed ? say('shipping.askOf', { lotId }) : undefined}
            onClick={() => void send()}
          >
            {say('shipping.ask')}
          </Button>
        </Flex>
      ) : (
        <Flex
          ref={status}
          tabIndex={-1}
          role="status"
          gap="2"
          align="center"
          mt="2"
          color={isConfirmed ? 'leaf' : 'pod'}
        >
          <Icon aria-hidden size={16} />
          {isConfirmed
            ? say('shipping.confirmed', { who: request.confirmedBy ?? '' })
            : say('shipping.waiting', { until: formatDateTime(request.expiresAt) })}
        </Flex>
      )}
      {failure !== null && <Banner mt="2">{failure}</Banner>}
    </Box>
  );
}
