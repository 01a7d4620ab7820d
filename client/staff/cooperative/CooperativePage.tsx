import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { cooperativeInput } from '../../../server/domain/cooperative/cooperativeInput.ts';
import {
  LOT_NUMBERS_LENGTH,
  numberedLotId,
  numberForm,
  parseLotNumbering,
} from '../../../server/domain/lot/lotNumbering.ts';
import { COUNTRY_CODES } from '../../../server/domain/party/countryCodes.ts';
import { PARTY_LIMITS } from '../../../server/domain/party/partyInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { Form } from '../../design/form/Form.tsx';
import { SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Delayed } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { FormSkeleton } from '../../design/Skeletons.tsx';
import {
  CooperativeDocument,
  UpdateCooperativeDocument,
  type CooperativePartsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { LogoField, type ChosenLogo } from './LogoField.tsx';

const { name, address, country, eori, email, lotNumbers } = cooperativeInput.shape;

/** Schema of the settings: the server's rules, for controls that are never undefined. */
const cooperativeForm = z.strictObject({
  name,
  address: address.unwrap(),
  country,
  eori: eori.unwrap(),
  email: email.unwrap(),
  lotNumbers: lotNumbers.unwrap(),
});

/** Name, address, EORI number and logo of the cooperative, as papers name it. */
export default function CooperativePage() {
  const { say } = useOfficeWords();
  const { data, error, refetch } = useQuery(CooperativeDocument, { fetchPolicy: 'cache-and-network' });
  const [saved, setSaved] = useState<CooperativePartsFragment | null>(null);
  const settings = saved ?? data?.cooperative;
  return (
    <Page title={say('cooperative.title')}>
      <PageIntro>{say('cooperative.lead')}</PageIntro>
      {settings === undefined && error !== undefined && (
        <LoadFailure title={say('cooperative.failed')} error={error} onRetry={refetch} />
      )}
      {settings === undefined && error === undefined && (
        <Delayed label={say('cooperative.loading')}>
          <FormSkeleton rows={3} />
        </Delayed>
      )}
      {saved !== null && (
        <Banner key={saved.version} tone="leaf">
          {say('cooperative.saved', { name: saved.name })}
        </Banner>
      )}
      {settings !== undefined && (
        <Panel maxW="48rem" w="full">
          <SettingsForm key={settings.version} settings={settings} onSaved={setSaved} />
        </Panel>
      )}
    </Page>
  );
}

interface SettingsFormProps {
  settings: CooperativePartsFragment;
  onSaved: (settings: CooperativePartsFragment) => void;
}

function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const words = useOfficeWords();
  const { say, formatCountry } = words;
  const [logo, setLogo] = useState<ChosenLogo>(undefined);
  const [wrongLogo, setWrongLogo] = useState<string | null>(null);
  const [update] = useWrite(UpdateCooperativeDocument, { failed: say('cooperative.notSaved') });
  const { version } = settings;
  const form = useForm({
    schema: cooperativeForm,
    initial: {
      name: settings.name,
      address: settings.address,
      country: settings.country,
      eori: settings.eori,
      email: settings.email,
      lotNumbers: settings.lotNumbers,
    },
    send: async (input) => {
      const written = await update({
        input: { ...input, version, ...(logo === undefined ? {} : { logo: logo?.base64 ?? null }) },
      });
      if (written.kind !== 'answered') return written;
      const { updateCooperative } = written.data;
      return updateCooperative.__typename === 'Cooperative'
        ? { kind: 'done', result: updateCooperative }
        : { kind: 'failed', message: localizedText(words, updateCooperative.said) };
    },
    onDone: onSaved,
  });
  const countries = useMemo(
    () =>
      COUNTRY_CODES.map((code) => ({ value: code, label: formatCountry(code) ?? code })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formatCountry],
  );
  const failure = wrongLogo ?? form.failure;
  const firstId = firstLotId(form.values.lotNumbers);
  return (
    <Form form={form}>
      <Flex direction="column" gap="5">
        {failure !== null && <Banner>{failure}</Banner>}
        <FieldGrid>
          <Box {...WHOLE_ROW}>
            <TextInput
              form={form}
              field="name"
              label={say('cooperative.name')}
              maxLength={PARTY_LIMITS.nameLength}
              required
            />
          </Box>
          <Box {...WHOLE_ROW}>
            <TextAreaInput
              form={form}
              field="address"
              label={say('partyForm.addressOptional')}
              maxLength={PARTY_LIMITS.addressLength}
            />
          </Box>
          <SelectInput
            form={form}
            field="country"
            label={say('parties.country')}
            options={[{ value: '', label: say('partyForm.chooseCountry') }, ...countries]}
            required
          />
          <TextInput
            form={form}
            field="eori"
            label={say('partyForm.eoriOptional')}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={PARTY_LIMITS.eoriLength}
          />
          <Box {...WHOLE_ROW}>
            <TextInput
              form={form}
              field="email"
              type="email"
              label={say('partyForm.emailOptional')}
              maxLength={PARTY_LIMITS.emailLength}
            />
          </Box>
          <Box {...WHOLE_ROW}>
            <TextInput
              form={form}
              field="lotNumbers"
              label={say('cooperative.lotNumbers')}
              hint={
                firstId === null
                  ? say('cooperative.lotNumbersHint', { pattern: 'LOT-{YEAR}-{NNNN}' })
                  : say('cooperative.lotNumbersFirst', { lotId: firstId })
              }
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={LOT_NUMBERS_LENGTH}
            />
          </Box>
        </FieldGrid>
        <LogoField
          present={settings.logo}
          chosen={logo}
          onChoose={(chosen) => {
            setWrongLogo(null);
            setLogo(chosen);
          }}
          onWrong={setWrongLogo}
        />
        <Box>
          <Button
            type="submit"
            busy={form.busy}
            busyLabel={say('cooperative.saving')}
            disabled={form.changed.length === 0 && logo === undefined}
          >
            {say('cooperative.save')}
          </Button>
        </Box>
      </Flex>
    </Form>
  );
}

/** The first lot id of a form that is typed; null while it is empty or wrong. */
function firstLotId(typed: string): string | null {
  const numbering = parseLotNumbering(typed.trim().toUpperCase());
  return numbering === null ? null : numberedLotId(numberForm(numbering, new Date().getUTCFullYear()), 1);
}
