import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { EU_COUNTRY_CODES } from '../../../server/domain/statement/euCountries.ts';
import { HS_HEADINGS } from '../../../server/domain/statement/hsHeadings.ts';
import { ACTIVITY_TYPES, OPERATOR_ROLES, STATEMENT_LIMITS } from '../../../server/domain/statement/statement.ts';
import { MADE_STATEMENT_KINDS, MOST_DEVIATION_PERCENT } from '../../../server/domain/statement/statementInput.ts';
import { WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { CheckboxInput, NumberInput, SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import type { FormFields } from '../../design/form/useForm.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { headingName, isRepresentative, type StatementFormValues, type TypedStatement } from './statementForm.ts';

type Fields = FormFields<StatementFormValues, TypedStatement>;

/** Options of countries by their names. */
function useCountryOptions(codes: readonly string[]) {
  const { formatCountry } = useStatementWords();
  return useMemo(
    () =>
      codes
        // Northern Ireland in customs; `Intl` does not know it.
        .map((code) => ({ value: code, label: `${formatCountry(code) ?? code} (${code})` }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [codes, formatCountry],
  );
}

/** What is filed, and by whom. */
export function FilingFields({ form, hasKind }: { form: Fields; hasKind: boolean }) {
  const { say } = useStatementWords();
  return (
    <>
      {hasKind && (
        <SelectInput
          form={form}
          field="kind"
          label={say('statements.kind')}
          hint={say('statementForm.kindHint')}
          options={MADE_STATEMENT_KINDS.map((kind) => ({ value: kind, label: say(`statement.kind.${kind}`) }))}
        />
      )}
      <SelectInput
        form={form}
        field="activityType"
        label={say('label.activityType')}
        options={ACTIVITY_TYPES.map((type) => ({ value: type, label: say(`activity.${type}`) }))}
      />
      <SelectInput
        form={form}
        field="operatorRole"
        label={say('label.operatorRole')}
        options={OPERATOR_ROLES.map((role) => ({ value: role, label: say(`operatorRole.${role}`) }))}
      />
      {isRepresentative(form.values) && <RepresentedFields form={form} />}
    </>
  );
}

/** In whose name a representative files. */
function RepresentedFields({ form }: { form: Fields }) {
  const { say } = useStatementWords();
  const countries = useCountryOptions(COUNTRY_CODES);
  return (
    <>
      <Box {...WHOLE_ROW}>
        <TextInput
          form={form}
          field="operatorName"
          label={say('statementForm.operatorName')}
          maxLength={STATEMENT_LIMITS.operatorNameLength}
          required
        />
      </Box>
      <TextInput form={form} field="operatorStreet" label={say('label.street')} required />
      <TextInput form={form} field="operatorPostalCode" label={say('label.postalCode')} required />
      <TextInput form={form} field="operatorCity" label={say('label.city')} required />
      <SelectInput
        form={form}
        field="operatorCountry"
        label={say('statementForm.operatorCountry')}
        options={[{ value: '', label: say('statementForm.chooseCountry') }, ...countries]}
        required
      />
      <TextInput
        form={form}
        field="operatorEori"
        label={say('label.eori')}
        hint={say('statementForm.eoriHint')}
        spellCheck={false}
      />
      <TextInput form={form} field="operatorEmail" label={say('statementForm.email')} type="email" />
    </>
  );
}

/** Goods, countries and remarks. */
export function ContentFields({ form }: { form: Fields }) {
  const { say } = useStatementWords();
  const members = useCountryOptions(EU_COUNTRY_CODES);
  const countries = [{ value: '', label: say('statementForm.noCountry') }, ...members];
  const { activityType, hsHeading } = form.values;
  return (
    <>
      <SelectInput form={form} field="countryOfActivity" label={say('label.countryOfActivity')} options={countries} />
      <SelectInput form={form} field="borderCrossCountry" label={say('label.borderCrossCountry')} options={countries} />
      <Box {...WHOLE_ROW}>
        <SelectInput
          form={form}
          field="hsHeading"
          label={say('label.hsHeading')}
          options={HS_HEADINGS.map((code) => ({
            value: code,
            label: say('statement.heading', { code, name: headingName(code) ?? '' }),
          }))}
        />
      </Box>
      <Box {...WHOLE_ROW}>
        <TextInput
          form={form}
          field="descriptionOfGoods"
          label={say('label.descriptionOfGoods')}
          hint={say('statementForm.descriptionHint', { name: headingName(hsHeading) ?? '' })}
          maxLength={STATEMENT_LIMITS.descriptionLength}
        />
      </Box>
      {activityType === 'DOMESTIC' && (
        <Box {...WHOLE_ROW}>
          <NumberInput
            form={form}
            field="deviationPercent"
            label={say('label.deviationPercent')}
            hint={say('statementForm.deviationHint', { most: MOST_DEVIATION_PERCENT })}
            unit="%"
          />
        </Box>
      )}
      <Box {...WHOLE_ROW}>
        <TextInput
          form={form}
          field="internalReference"
          label={say('label.internalReference')}
          hint={say('statementForm.referenceHint', { most: STATEMENT_LIMITS.internalReferenceLength })}
          maxLength={STATEMENT_LIMITS.internalReferenceLength}
          spellCheck={false}
        />
      </Box>
      <Box {...WHOLE_ROW}>
        <TextAreaInput
          form={form}
          field="comment"
          label={say('label.comment')}
          hint={say('statementForm.commentHint', { most: STATEMENT_LIMITS.commentLength })}
          rows={2}
          maxLength={STATEMENT_LIMITS.commentLength}
        />
      </Box>
      <Box {...WHOLE_ROW}>
        <CheckboxInput
          form={form}
          field="geolocationConfidential"
          label={say('statementForm.confidential')}
          hint={say('statementForm.confidentialHint')}
        />
      </Box>
    </>
  );
}
