import { Box } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { CopyByHand } from '../../design/CopyByHand.tsx';
import { copyFacility, copyText } from '../../design/copyText.ts';
import type { HeadFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

/** Copies the signed head as JSON. An auditor stores it, and can later prove that the ledger only grew. */
export function SignedHeadCopy({ head }: { head: HeadFragment }) {
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
