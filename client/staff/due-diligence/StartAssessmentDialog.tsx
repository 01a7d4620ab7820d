import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { DUE_DILIGENCE_LIMITS, newAssessmentInput } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { ASSESSMENT_SCOPES } from '../../../server/domain/due-diligence/riskCriteria.ts';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { ConsignmentChoicesDocument, CreateRiskAssessmentDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

/** The server's rules, for controls that hold text: what belongs to another kind of assessment is not sent. */
const assessmentForm = z
  .strictObject({
    scope: z.string(),
    title: newAssessmentInput.shape.title,
    country: z.string(),
    farmIds: z.string(),
    consignmentId: z.string(),
  })
  .transform(({ scope, title, country, farmIds, consignmentId }): unknown => ({
    scope,
    title,
    country: scope === 'country' && country !== '' ? country : null,
    farmIds: scope === 'farm_group' ? farmIds.split(/[\s,;]+/).filter((id) => id !== '') : [],
    consignmentId: scope === 'consignment' && consignmentId !== '' ? consignmentId : null,
  }))
  .pipe(newAssessmentInput);

interface StartAssessmentDialogProps {
  open: boolean;
  /** the consignment that is to be assessed; null: the person chooses */
  consignmentId: string | null;
  onClose: () => void;
  /** with the UUID of the new assessment */
  onDone: (id: string) => void;
}

/** Starts an assessment. Each opening begins with an empty form. */
export function StartAssessmentDialog(props: StartAssessmentDialogProps) {
  const openings = useOpenings(props.open);
  return <StartAssessment key={openings} {...props} />;
}

function StartAssessment({ open, consignmentId, onClose, onDone }: StartAssessmentDialogProps) {
  const { say, formatCountry } = useDueDiligenceWords();
  const [create] = useWrite(CreateRiskAssessmentDocument, { failed: say('assess.startFailed') });
  const form = useForm({
    schema: assessmentForm,
    initial: {
      scope: consignmentId === null ? 'country' : 'consignment',
      title: '',
      country: '',
      farmIds: '',
      consignmentId: consignmentId ?? '',
    },
    open,
    send: async (input) => {
      const written = await create({ input });
      if (written.kind === 'failed') return { kind: 'failed', message: written.message };
      return written.kind === 'ignored' ? written : { kind: 'done', result: written.data.createRiskAssessment.id };
    },
    onDone,
  });
  const { scope } = form.values;
  const countries = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) ?? code })).sort((one, other) =>
        one.label.localeCompare(other.label),
      ),
    [formatCountry],
  );
  const { data } = useQuery(ConsignmentChoicesDocument, { skip: !open || scope !== 'consignment' });
  const consignments = data?.consignments.consignments ?? [];
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('assess.start')}
      action={say('assess.start')}
      busyLabel={say('assess.starting')}
    >
      <FieldGrid>
        <Box {...WHOLE_ROW}>
          <TextInput
            form={form}
            field="title"
            label={say('assess.titleColumn')}
            maxLength={DUE_DILIGENCE_LIMITS.titleLength}
            required
          />
        </Box>
        <SelectInput
          form={form}
          field="scope"
          label={say('assess.scope')}
          options={ASSESSMENT_SCOPES.map((one) => ({ value: one, label: say(`scope.${one}`) }))}
        />
        {scope === 'country' && (
          <SelectInput
            form={form}
            field="country"
            label={say('assess.country')}
            options={[{ value: '', label: say('assess.chooseCountry') }, ...countries]}
            required
          />
        )}
        {scope === 'farm_group' && (
          <TextAreaInput
            form={form}
            field="farmIds"
            label={say('assess.farmIds')}
            hint={say('assess.farmIdsHint')}
            required
          />
        )}
        {scope === 'consignment' && (
          <SelectInput
            form={form}
            field="consignmentId"
            label={say('assess.consignment')}
            options={[
              { value: '', label: say('assess.chooseConsignment') },
              ...consignments.map(({ id, number }) => ({ value: id, label: number })),
            ]}
            required
          />
        )}
      </FieldGrid>
    </FormDialog>
  );
}
