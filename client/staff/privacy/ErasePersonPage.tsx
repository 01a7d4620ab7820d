import { useApolloClient } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { farmerInput } from '../../../server/domain/privacy/farmerInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Page, Panel } from '../../design/Page.tsx';
import { FarmerReachDocument, type FarmerReachQuery, type ReceiptFragment } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { FarmerReachPanel } from './FarmerReachPanel.tsx';
import { ErasureReceiptPanel } from './ErasureReceiptPanel.tsx';

export type Farmer = z.output<typeof farmerInput>;
interface Found {
  farmer: Farmer;
  reach: FarmerReachQuery['farmerReach'];
}

/** Erases a farmer without an account: preview, confirmation by farm id, receipt. */
export default function ErasePersonPage() {
  const { say } = useOfficeWords();
  const [found, setFound] = useState<Found | null>(null);
  const [receipt, setReceipt] = useState<ReceiptFragment | null>(null);
  const form = useFarmerForm(setFound);
  const choose = (name: string) => {
    form.set('farmerName', name);
    form.focus('start');
    void form.submit();
  };
  return (
    <Page title={say('person.title')}>
      <PageIntro>{say('person.lead')}</PageIntro>
      <Box maxW="42rem">
        {receipt === null ? (
          <Flex direction="column" gap="5">
            <FarmerSearch form={form} onTyped={() => setFound(null)} />
            {found !== null && <FarmerReachPanel {...found} onChoose={choose} onErased={setReceipt} />}
          </Flex>
        ) : (
          <Panel title={say('person.done')}>
            <ErasureReceiptPanel
              receipt={receipt}
              wayOn={
                <Button
                  variant="secondary"
                  onClick={() => {
                    setReceipt(null);
                    setFound(null);
                    form.restart();
                  }}
                >
                  {say('person.next')}
                </Button>
              }
            />
          </Panel>
        )}
      </Box>
    </Page>
  );
}

/** Form that previews the erasure of a farmer. `onFound` receives the result, and null when a request starts. */
function useFarmerForm(onFound: (found: Found | null) => void) {
  const words = useOfficeWords();
  const { say } = words;
  const client = useApolloClient();
  return useForm({
    schema: farmerInput,
    initial: { farmId: '', farmerName: '' },
    send: async (farmer) => {
      onFound(null);
      try {
        const { data } = await client.query({
          query: FarmerReachDocument,
          variables: farmer,
          fetchPolicy: 'network-only',
        });
        if (data === undefined) return { kind: 'failed', message: say('person.lookFailed') };
        return { kind: 'done', result: { farmer, reach: data.farmerReach } };
      } catch (failure) {
        return { kind: 'failed', message: errorMessage(words, failure, say('person.lookFailed')) };
      }
    },
    onDone: onFound,
  });
}

interface FarmerSearchProps {
  form: ReturnType<typeof useFarmerForm>;
  /** clears the result, which belongs to the previous search */
  onTyped: () => void;
}

function FarmerSearch({ form, onTyped }: FarmerSearchProps) {
  const { say } = useOfficeWords();
  return (
    <Panel>
      <Form form={form} display="grid" gap="4" autoComplete="off">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <FieldGrid>
          <TextInput form={form} field="farmId" label={say('person.farm')} maxLength={40} onTyped={onTyped} required />
          <TextInput
            form={form}
            field="farmerName"
            label={say('person.name')}
            hint={say('person.nameHint')}
            maxLength={120}
            onTyped={onTyped}
            required
          />
        </FieldGrid>
        <Box>
          <Button type="submit" variant="secondary" busy={form.busy} busyLabel={say('person.looking')}>
            <Search aria-hidden />
            {say('person.look')}
          </Button>
        </Box>
      </Form>
    </Panel>
  );
}
