import { Box, chakra, Flex } from '@chakra-ui/react';
import { Plus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { FARM_LIMITS } from '../../../server/domain/farm/farmInput.ts';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { Button, IconButton } from '../../design/Button.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { DateInput, SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm, type FormState, type SendResult } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  CreateFarmDocument,
  UpdateFarmDocument,
  type CreateFarmInput,
  type FarmEntryFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { farmForm, farmValues, type FarmFormValues } from './farmForm.ts';

interface FarmFormDialogProps {
  open: boolean;
  /** empty: it is typed */
  farmId: string;
  /** null: the farm is entered into the register */
  entry: FarmEntryFragment | null;
  onClose: () => void;
  onDone: (farm: FarmEntryFragment) => void;
  /** somebody else changed the entry: loads it anew */
  onStale?: () => Promise<unknown>;
}

type FarmFormState = FormState<FarmFormValues, CreateFarmInput>;

/** Enters a farm into the register, or changes its entry. What somebody else changed meanwhile is not overwritten. */
export function FarmFormDialog(props: FarmFormDialogProps) {
  const openings = useOpenings(props.open);
  return <EditFarm key={openings} {...props} />;
}

function EditFarm({ open, farmId, entry, onClose, onDone, onStale }: FarmFormDialogProps) {
  const { say } = useFarmWords();
  const save = useSaveFarm(entry, onStale);
  const form: FarmFormState = useForm({
    schema: farmForm,
    initial: farmValues(farmId, entry),
    open,
    send: save,
    onDone,
  });
  // What somebody else saved; what was typed stays.
  const showEntry = useEffectEvent((values: FarmFormValues) => {
    for (const field of farmForm.keyof().options) {
      if (!form.changed.includes(field)) form.propose(field, values[field]);
    }
  });
  useEffect(() => {
    if (entry !== null) showEntry(farmValues(farmId, entry));
  }, [farmId, entry]);
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={entry === null ? say('register.addTitle') : say('register.editTitle', { farmId })}
      size="lg"
      action={say('register.save')}
      busyLabel={say('register.saving')}
    >
      <Flex direction="column" gap="5">
        <PlainFields form={form} idIsFixed={farmId !== ''} />
        <Farmers form={form} />
        <Certificates form={form} />
        <Consents form={form} />
        <TextAreaInput
          form={form}
          field="notes"
          label={say('register.notesOptional')}
          maxLength={FARM_LIMITS.notesLength}
        />
      </Flex>
    </FormDialog>
  );
}

function useSaveFarm(entry: FarmEntryFragment | null, onStale: FarmFormDialogProps['onStale']) {
  const words = useFarmWords();
  const failed = words.say('register.failed');
  const [create] = useWrite(CreateFarmDocument, { failed });
  const [update] = useWrite(UpdateFarmDocument, { failed });
  return async ({ farmId, ...input }: CreateFarmInput): Promise<SendResult<FarmEntryFragment, never>> => {
    if (entry === null) {
      const written = await create({ input: { farmId, ...input } });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.createFarm } : written;
    }
    const written = await update({ farmId, input: { ...input, version: entry.version } });
    if (written.kind !== 'answered') return written;
    const { updateFarm } = written.data;
    if (updateFarm.__typename === 'FarmSaved') return { kind: 'done', result: updateFarm.farm };
    if (updateFarm.__typename !== 'VersionConflict') {
      return { kind: 'failed', message: localizedText(words, updateFarm.said) };
    }
    await onStale?.().catch(() => undefined);
    return { kind: 'failed', message: words.say('register.stale') };
  };
}

function PlainFields({ form, idIsFixed }: { form: FarmFormState; idIsFixed: boolean }) {
  const { say, formatCountry } = useFarmWords();
  const countries = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) ?? code })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formatCountry],
  );
  const most = FARM_LIMITS.nameLength;
  return (
    <FieldGrid>
      <TextInput
        form={form}
        field="farmId"
        label={say('farms.find')}
        disabled={idIsFixed}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        required
      />
      <TextInput form={form} field="name" label={say('register.nameOptional')} maxLength={most} />
      <TextInput form={form} field="village" label={say('register.villageOptional')} maxLength={most} />
      <TextInput form={form} field="district" label={say('register.districtOptional')} maxLength={most} />
      <SelectInput
        form={form}
        field="country"
        label={say('register.countryOptional')}
        options={[{ value: '', label: say('register.noCountry') }, ...countries]}
      />
      <TextInput
        form={form}
        field="phone"
        type="tel"
        label={say('register.phoneOptional')}
        maxLength={FARM_LIMITS.phoneLength}
      />
    </FieldGrid>
  );
}

function Farmers({ form }: { form: FarmFormState }) {
  const { say } = useFarmWords();
  const { farmers } = form.values;
  return (
    <Entries
      title={say('register.farmers')}
      add={say('register.addFarmer')}
      isFull={farmers.length >= FARM_LIMITS.entries}
      onAdd={() => form.set('farmers', [...farmers, { name: '', memberCode: '' }])}
    >
      {farmers.map((_, at) => (
        <EntryRow
          key={at}
          remove={say('register.removeFarmer', { number: at + 1 })}
          onRemove={() => form.set('farmers', farmers.toSpliced(at, 1))}
        >
          <TextInput
            form={form}
            field={`farmers.${at}.name`}
            label={say('register.farmerName')}
            maxLength={FARM_LIMITS.nameLength}
            required
          />
          <TextInput
            form={form}
            field={`farmers.${at}.memberCode`}
            label={say('register.memberCodeOptional')}
            maxLength={FARM_LIMITS.memberCodeLength}
          />
        </EntryRow>
      ))}
    </Entries>
  );
}

function Certificates({ form }: { form: FarmFormState }) {
  const { say } = useFarmWords();
  const { certificates } = form.values;
  return (
    <Entries
      title={say('register.certificates')}
      add={say('register.addCertificate')}
      isFull={certificates.length >= FARM_LIMITS.entries}
      onAdd={() => form.set('certificates', [...certificates, { number: '', body: '', expiresOn: '' }])}
    >
      {certificates.map((_, at) => (
        <EntryRow
          key={at}
          remove={say('register.removeCertificate', { number: at + 1 })}
          onRemove={() => form.set('certificates', certificates.toSpliced(at, 1))}
        >
          <TextInput
            form={form}
            field={`certificates.${at}.number`}
            label={say('register.number')}
            maxLength={FARM_LIMITS.numberLength}
            required
          />
          <TextInput
            form={form}
            field={`certificates.${at}.body`}
            label={say('register.body')}
            maxLength={FARM_LIMITS.nameLength}
            required
          />
          <DateInput form={form} field={`certificates.${at}.expiresOn`} label={say('register.expiresOn')} required />
        </EntryRow>
      ))}
    </Entries>
  );
}

function Consents({ form }: { form: FarmFormState }) {
  const { say } = useFarmWords();
  const { consents } = form.values;
  return (
    <Entries
      title={say('register.consents')}
      add={say('register.addConsent')}
      isFull={consents.length >= FARM_LIMITS.entries}
      onAdd={() => form.set('consents', [...consents, { text: '', givenOn: '' }])}
    >
      {consents.map((_, at) => (
        <EntryRow
          key={at}
          remove={say('register.removeConsent', { number: at + 1 })}
          onRemove={() => form.set('consents', consents.toSpliced(at, 1))}
        >
          <TextInput
            form={form}
            field={`consents.${at}.text`}
            label={say('register.consentText')}
            maxLength={FARM_LIMITS.textLength}
            required
          />
          <DateInput form={form} field={`consents.${at}.givenOn`} label={say('register.givenOn')} required />
        </EntryRow>
      ))}
    </Entries>
  );
}

interface EntriesProps {
  title: string;
  add: string;
  isFull: boolean;
  onAdd: () => void;
  children: ReactNode;
}

function Entries({ title, add, isFull, onAdd, children }: EntriesProps) {
  return (
    <chakra.fieldset border="none" minW="0" display="grid" gap="3">
      <chakra.legend fontSize="sm" fontWeight="600" mb="1.5">
        {title}
      </chakra.legend>
      {children}
      {!isFull && (
        <Box>
          <Button variant="secondary" size="sm" onClick={onAdd}>
            <Plus aria-hidden /> {add}
          </Button>
        </Box>
      )}
    </chakra.fieldset>
  );
}

function EntryRow({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <Flex gap="2" align="flex-start">
      <Box flex="1" minW="0">
        <FieldGrid>{children}</FieldGrid>
      </Box>
      {/* Align with the first control, below its label. */}
      <Box mt="1.625rem">
        <IconButton label={remove} icon={<X />} onClick={onRemove} />
      </Box>
    </Flex>
  );
}
