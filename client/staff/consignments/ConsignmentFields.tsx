import { Box } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { CONSIGNMENT_LIMITS, INCOTERMS } from '../../../server/domain/consignment/consignmentInput.ts';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { WHOLE_ROW } from '../../design/FieldGrid.tsx';
import {
  DateInput,
  NumberInput,
  SelectInput,
  TextAreaInput,
  TextInput,
  useFieldError,
} from '../../design/form/inputs.tsx';
import type { FormFields } from '../../design/form/useForm.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { PartyPicker } from '../parties/PartyPicker.tsx';
import type { ConsignmentFormValues } from './consignmentForm.ts';

type ConsignmentFormFields<Input> = FormFields<ConsignmentFormValues, Input>;

/** Number and buyer; the buyer only while the consignment is open. */
export function IdentityFields<Input>({
  form,
  buyer,
}: {
  form: ConsignmentFormFields<Input>;
  /** the stored buyer; null: none yet; undefined: it no longer changes */
  buyer: { id: string; name: string } | null | undefined;
}) {
  const { say } = useConsignmentWords();
  return (
    <>
      <Box {...WHOLE_ROW}>
        <TextInput
          form={form}
          field="number"
          label={say('consignments.number')}
          hint={say('consignmentForm.numberHint')}
          maxLength={CONSIGNMENT_LIMITS.numberLength}
          spellCheck={false}
          required
        />
      </Box>
      {buyer !== undefined && (
        <Box {...WHOLE_ROW}>
          <BuyerInput form={form} stored={buyer} />
        </Box>
      )}
    </>
  );
}

function BuyerInput<Input>({
  form,
  stored,
}: {
  form: ConsignmentFormFields<Input>;
  stored: { id: string; name: string } | null;
}) {
  const words = useConsignmentWords();
  const error = useFieldError(form, 'buyerId');
  const [buyer, setBuyer] = useState(stored);
  return (
    <PartyPicker
      label={words.say('consignmentForm.buyer')}
      value={buyer}
      onChange={(party) => {
        setBuyer(party);
        form.set('buyerId', party?.id ?? '');
      }}
      error={error}
      required
    />
  );
}

/** Where it goes and by what terms. */
export function TermFields<Input>({ form }: { form: ConsignmentFormFields<Input> }) {
  const { say, formatCountry } = useConsignmentWords();
  const countries = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) ?? code })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formatCountry],
  );
  return (
    <>
      <SelectInput
        form={form}
        field="countryOfEntry"
        label={say('consignment.countryOfEntry')}
        options={[{ value: '', label: say('consignmentForm.chooseCountry') }, ...countries]}
      />
      <SelectInput
        form={form}
        field="incoterm"
        label={say('consignment.incoterm')}
        options={[
          { value: '', label: say('consignmentForm.chooseIncoterm') },
          ...INCOTERMS.map((one) => ({ value: one, label: one })),
        ]}
      />
    </>
  );
}

const DATES = ['loadingDate', 'departureDate', 'arrivalDate'] as const;

/** Loading, departure and arrival, or some of them. */
export function ShippingDateFields<Input>({
  form,
  dates = DATES,
}: {
  form: ConsignmentFormFields<Input>;
  dates?: readonly (typeof DATES)[number][];
}) {
  const { say } = useConsignmentWords();
  return dates.map((field) => <DateInput key={field} form={form} field={field} label={say(`consignment.${field}`)} />);
}

/** What is known once the container is loaded. */
export function LoadFields<Input>({ form }: { form: ConsignmentFormFields<Input> }) {
  const { say } = useConsignmentWords();
  return (
    <>
      <NumberInput form={form} field="netWeight" label={say('consignment.netWeight')} unit={say('unit.kg')} />
      <NumberInput form={form} field="bags" label={say('consignment.bags')} inputMode="numeric" />
      <Box {...WHOLE_ROW}>
        <TextAreaInput
          form={form}
          field="containers"
          label={say('consignment.containers')}
          hint={say('consignmentForm.containersHint')}
          spellCheck={false}
        />
      </Box>
      <TextInput
        form={form}
        field="billOfLading"
        label={say('consignment.billOfLading')}
        maxLength={CONSIGNMENT_LIMITS.billOfLadingLength}
        spellCheck={false}
      />
    </>
  );
}
