import { chakra, Flex } from '@chakra-ui/react';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import type { ShippingStage } from '../../../server/domain/lot/shippingGuard.ts';
import { Banner } from '../../design/Banner.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import type { FormFields } from '../../design/form/useForm.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import { SecondPerson } from '../shipping/SecondPerson.tsx';
import type { ShownRisks } from './useConsignmentRisks.ts';

/** Lots for which a second person is asked in the dialog. */
const MOST_ASKED = 10;
/** Lots that are named at what speaks against them. */
const MOST_NAMED = 5;

export interface MoveStopPanelProps {
  form: FormFields<{ reason: string }, unknown>;
  stage: ShippingStage;
  risks: ShownRisks;
  /** reads them again */
  reload: () => void;
}

/** The red stop before a consignment leaves with lots that should stay: reasons, a written reason, second persons. */
export function MoveStopPanel({ form, stage, risks, reload }: MoveStopPanelProps) {
  const { say, formatList } = useConsignmentWords();
  const lotWords = useLotListWords();
  const condemned = risks.lots.filter(({ warnings }) => warnings.includes('deforestation_detected'));
  const asked = condemned.slice(0, MOST_ASKED);
  const more = condemned.slice(MOST_ASKED).filter(({ request }) => request?.isConfirmed !== true).length;
  const named = (warning: ShownRisks['warnings'][number]): string => {
    const lots = risks.lots.filter(({ warnings }) => warnings.includes(warning));
    const shown = lots.slice(0, MOST_NAMED).map(({ lotId }) => lotId);
    const rest = lots.length - shown.length;
    return formatList(rest > 0 ? [...shown, say('closing.more', { count: rest })] : shown);
  };
  return (
    <Flex direction="column" gap="3">
      <Banner tone="alarm" title={stage === 'shipped' ? lotWords.say('shipping.stop') : say('shipping.stopDelivery')}>
        <chakra.ul listStyleType="disc" ps="4">
          {risks.warnings.map((warning) => (
            <li key={warning}>
              {say('shipping.warned', { warning: lotWords.say(`shipping.warning.${warning}`), lots: named(warning) })}
            </li>
          ))}
        </chakra.ul>
      </Banner>
      <TextAreaInput
        form={form}
        field="reason"
        label={stage === 'shipped' ? lotWords.say('shipping.reason') : say('shipping.deliverReason')}
        required
        rows={2}
        maxLength={LOT_LIMITS.textLength}
      />
      {asked.map(({ id, lotId, request }) => (
        <SecondPerson key={id} isNamed lotId={lotId} stage={stage} moisture={null} request={request} reload={reload} />
      ))}
      {more > 0 && <Banner tone="sky">{say('shipping.moreRisks', { lots: more })}</Banner>}
    </Flex>
  );
}
