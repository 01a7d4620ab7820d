import { chakra, Flex } from '@chakra-ui/react';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import type { FormState } from '../../design/form/useForm.ts';
import type { UpdateProcessInput } from '../../graphql/generated.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import type { ProcessUpdateForm } from '../lots/process-update/processUpdateForm.ts';
import { SecondPerson } from './SecondPerson.tsx';
import type { ShippingStop } from './useShippingStop.ts';

export interface ShippingStopPanelProps {
  form: FormState<ProcessUpdateForm, UpdateProcessInput>;
  lotId: string;
  stop: ShippingStop;
}

/** The red stop before a lot is shipped that should stay: reasons, a written reason, and a second person. */
export function ShippingStopPanel({ form, lotId, stop }: ShippingStopPanelProps) {
  const { say } = useLotListWords();
  const { request } = stop;
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
      {stop.isCondemned && (
        <SecondPerson
          lotId={lotId}
          stage={stop.stage}
          moisture={stop.moisture}
          request={request && { ...request, isConfirmed: request.state === 'confirmed' }}
          reload={stop.reload}
        />
      )}
    </Flex>
  );
}
