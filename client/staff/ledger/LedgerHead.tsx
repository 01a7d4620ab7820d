import { useApolloClient } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { CopyByHand } from '../../design/CopyByHand.tsx';
import { copyFacility, copyText } from '../../design/copyText.ts';
import { Form } from '../../design/form/Form.tsx';
import { NumberInput } from '../../design/form/inputs.tsx';
import { typedFigure } from '../../design/form/numberText.ts';
import { useForm } from '../../design/form/useForm.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { LedgerHeadAtDocument, type HeadFragment, type LedgerStateQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { hashPreview } from '../../words/format.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';

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

/** Copies the signed head as JSON. An auditor stores it, and can later prove that the ledger only grew. */
function SignedHeadCopy({ head }: { head: HeadFragment }) {
  const { say } = useOfficeWords();
  const [outcome, setOutcome] = useState<'copied' | 'show' | null>(null);
  const { v, kind, blocks, rootHash, ledgerId, signatures } = head;
  const text = JSON.stringify({
    v,
    kind,
    blocks,
    rootHash,
    ledgerId,
    signatures: signatures.map(({ mspId, signature, certificate }) => {
      return { mspId, signature, ...(certificate && { certificate }) };
    }),
  });
  return (
    <Box mt="4">
      <Button variant="secondary" size="sm" onClick={async () => setOutcome(await copyText(text, copyFacility()))}>
        {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {say('ledgerHead.copy')}
      </Button>
      <Box as="span" ms="3" aria-live="polite" fontSize="sm" color="leaf">
        {outcome === 'copied' && say('ledgerHead.copied')}
      </Box>
      {outcome === 'show' && <CopyByHand label={say('ledgerHead.byHand')} text={text} />}
    </Box>
  );
}

/**
 * Schema for an earlier number of blocks.
 * @param blocks current number of blocks
 */
export function headForm({ say }: OfficeWords, blocks: number) {
  const error = say('ledgerHead.number', { blocks });
  return z.object({ blocks: typedFigure(z.int({ error }).min(1, error).max(blocks, error)) });
}
