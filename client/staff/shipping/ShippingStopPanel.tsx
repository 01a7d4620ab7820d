import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import type { FormState } from '../../design/form/useForm.ts';
import { AskShippingConfirmationDocument, type UpdateProcessInput } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import type { ProcessUpdateForm } from '../lots/process-update/processUpdateForm.ts';
import type { ShippingStop } from './useShippingStop.ts';

export interface ShippingStopPanelProps {
  form: FormState<ProcessUpdateForm, UpdateProcessInput>;
  lotId: string;
  stop: ShippingStop;
}

/** The red stop before a lot is shipped that should stay: reasons, a written reason, and a second person. */
export function ShippingStopPanel({ form, lotId, stop }: ShippingStopPanelProps) {
  const { say } = useLotListWords();
  return (
    <Flex direction="column" gap="3">
      <Banner tone="alarm" title={say('shipping.stop')}>
        <chakra.ul listStyleType="disc" ps="4">
          {stop.warnings.map((warning) => (
            <li key={warning}>{say(`shipping.warning.${warning}`)}</li>
          ))}
        </chakra.ul>
      </Banner>
      <TextAreaInput
        form={form}
        field="reason"
        label={say('shipping.reason')}
        required
        rows={2}
        maxLength={LOT_LIMITS.textLength}
      />
      {stop.isCondemned && <SecondPerson lotId={lotId} stop={stop} />}
    </Flex>
  );
}

function SecondPerson({
  lotId,
  stop: { stage, moisture, request, reload },
}: Pick<ShippingStopPanelProps, 'lotId' | 'stop'>) {
  const words = useLotListWords();
  const { say, formatDateTime } = words;
  const [ask, busy] = useWrite(AskShippingConfirmationDocument, { failed: say('shipping.askFailed') });
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setFailure(null);
    const written = await ask({ lotId, stage, moisture });
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind !== 'answered') return;
    const { askShippingConfirmation: asked } = written.data;
    if (asked.__typename !== 'ShippingReviewSaved') setFailure(localizedText(words, asked.said));
    reload();
  };
  const isConfirmed = request?.state === 'confirmed';
  const Icon = isConfirmed ? CircleCheck : Hourglass;
  return (
    <Box borderWidth="1px" borderColor="line" borderRadius="control" px="4" py="3" fontSize="sm">
      <Box fontWeight="600">{say('shipping.second')}</Box>
      {request === null ? (
        <Flex gap="3" align="center" wrap="wrap" mt="2">
          <Box flex="1 1 14rem">{say('shipping.secondHint')}</Box>
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            busyLabel={say('shipping.asking')}
            onClick={() => void send()}
          >
            {say('shipping.ask')}
          </Button>
        </Flex>
      ) : (
        <Flex role="status" gap="2" align="center" mt="2" color={isConfirmed ? 'leaf' : 'pod'}>
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
