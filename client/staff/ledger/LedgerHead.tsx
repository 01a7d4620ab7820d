import { useApolloClient } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Form } from '../../design/form/Form.tsx';
import { NumberInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { LedgerHeadAtDocument, type HeadFragment, type LedgerStateQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { hashPreview } from '../../words/format.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { headForm } from './headForm.ts';
import { SignedHeadCopy } from './SignedHeadCopy.tsx';

type Organisations = LedgerStateQuery['ledgerOrganisations'];

/** The signed head, current or at an earlier block, to store outside this server. */
export function LedgerHead({ head, organisations }: { head: HeadFragment | null; organisations: Organisations }) {
  const { say } = useOfficeWords();
  const [earlier, setEarlier] = useState<HeadFragment | null>(null);
  return (
    <Panel title={say('ledgerHead.title')}>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('ledgerHead.what')}
      </Box>
      {head === null ? (
        say('ledgerHead.none')
      ) : (
        <>
          <HeadFacts head={earlier ?? head} organisations={organisations} />
          <EarlierHead blocks={head.blocks} onFound={setEarlier} />
        </>
      )}
    </Panel>
  );
}

function HeadFacts({ head, organisations }: { head: HeadFragment; organisations: Organisations }) {
  const { say, formatCount } = useOfficeWords();
  const nameOf = (mspId: string) => organisations.find((one) => one.mspId === mspId)?.name ?? mspId;
  const copyable = (name: string, text: string) => (
    <CopyableValue key={text} name={name} text={text} shown={hashPreview(text)} />
  );
  return (
    <Box aria-live="polite">
      <Facts
        items={[
          [say('ledgerHead.blocks'), formatCount(head.blocks)],
          [say('ledgerHead.root'), copyable(say('ledgerHead.rootName'), head.rootHash)],
          [say('ledgerHead.id'), copyable(say('ledgerHead.idName'), head.ledgerId)],
          ...head.signatures.map(({ mspId, signature }) => {
            const name = nameOf(mspId);
            const shown = copyable(say('ledgerHead.signatureName', { name }), signature);
            return [say('ledgerHead.signed', { name }), shown] as const;
          }),
        ]}
      />
      <SignedHeadCopy head={head} />
    </Box>
  );
}

function EarlierHead({ blocks, onFound }: { blocks: number; onFound: (head: HeadFragment) => void }) {
  const words = useOfficeWords();
  const { say } = words;
  const client = useApolloClient();
  const form = useForm({
    schema: headForm(words, blocks),
    initial: { blocks: '' },
    send: async (asked) => {
      try {
        const { data } = await client.query({ query: LedgerHeadAtDocument, variables: asked });
        const found = data?.ledgerHead ?? null;
        return found === null
          ? { kind: 'failed', message: say('ledgerHead.number', { blocks }), field: 'blocks' }
          : { kind: 'done', result: found };
      } catch (failure) {
        return { kind: 'failed', message: errorMessage(words, failure) };
      }
    },
    onDone: onFound,
  });
  return (
    <Form form={form} mt="5" display="grid" gap="3">
      {form.failure !== null && <Banner>{form.failure}</Banner>}
      <NumberInput form={form} field="blocks" inputMode="numeric" label={say('ledgerHead.earlier')} maxLength={9} />
      <Box>
        <Button type="submit" variant="secondary" size="sm" busy={form.busy} busyLabel={say('person.looking')}>
          {say('ledgerHead.show')}
        </Button>
      </Box>
    </Form>
  );
}
