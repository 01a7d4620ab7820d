import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { PARTY_KINDS, PARTY_LIMITS } from '../../../server/domain/party/partyInput.ts';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import type { FormFields } from '../../design/form/useForm.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import type { newParty } from './partyForm.ts';

/** The fields of a party, for its add and edit dialogs. */
export function PartyFields<Input>({ form }: { form: FormFields<ReturnType<typeof newParty>, Input> }) {
  const { say, formatCountry } = useOfficeWords();
  const countries = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) ?? code })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formatCountry],
  );
  return (
    <FieldGrid>
      <Box {...WHOLE_ROW}>
        <TextInput
          form={form}
          field="name"
          label={say('parties.name')}
          hint={say('partyForm.nameHint')}
          maxLength={PARTY_LIMITS.nameLength}
          required
        />
      </Box>
      <SelectInput
        form={form}
        field="kind"
        label={say('parties.kind')}
        options={PARTY_KINDS.map((kind) => ({ value: kind, label: say(`parties.kind.${kind}`) }))}
      />
      <SelectInput
        form={form}
        field="country"
        label={say('parties.country')}
        options={[{ value: '', label: say('partyForm.chooseCountry') }, ...countries]}
        required
      />
      <Box {...WHOLE_ROW}>
        <TextAreaInput
          form={form}
          field="address"
          label={say('partyForm.addressOptional')}
          hint={say('partyForm.addressHint')}
          maxLength={PARTY_LIMITS.addressLength}
        />
      </Box>
      <TextInput
        form={form}
        field="eori"
        label={say('partyForm.eoriOptional')}
        hint={say('partyForm.eoriHint')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={PARTY_LIMITS.eoriLength}
      />
      <TextInput
        form={form}
        field="email"
        type="email"
        label={say('partyForm.emailOptional')}
        maxLength={PARTY_LIMITS.emailLength}
      />
    </FieldGrid>
  );
}
