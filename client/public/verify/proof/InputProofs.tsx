import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormedContent } from '../../../../server/domain/ledger/content.ts';
import { Button } from '../../../design/Button.tsx';
import { ToneIcon, type Tone } from '../../../design/ToneIcon.tsx';
import { useProofWords, type ProofWords } from '../../../words/proofWords.ts';
import { PublicCallError, userMessage } from '../publicApi.ts';
import { balanceInWords, reasonInWords } from './proofInWords.ts';
import { proveInput, type InputCheck } from './proveInput.ts';

/** Lots that are listed at once. */
const LISTED = 20;

interface InputProofsProps {
  /** the public lot of the page */
  lotId: string;
  /** what a lot was made of, proven */
  formed: FormedContent;
  roots(signal: AbortSignal): Promise<readonly string[] | undefined>;
}

/** The lots that a lot was made of, each with its grams; opening one has its proof checked, and lists its own. */
export function InputProofs({ lotId, formed, roots }: InputProofsProps) {
  const { say } = useProofWords();
  const [listed, setListed] = useState(LISTED);
  const id = useId();
  const { inputs } = formed.formation;
  const more = Math.min(LISTED, inputs.length - listed);
  return (
    <chakra.section aria-labelledby={id} mt="3" _print={{ display: 'none' }}>
      <chakra.h4 id={id} fontSize="sm" fontWeight="600">
        {say('prove.inputs.title')}
      </chakra.h4>
      <chakra.ol listStyleType="none">
        {inputs.slice(0, listed).map(({ key }, index) => (
          <InputProof key={key} {...{ lotId, formed, roots, index }} />
        ))}
      </chakra.ol>
      {more > 0 && (
        <Button variant="quiet" onClick={() => setListed(listed + LISTED)}>
          {say('prove.inputs.more', { count: more })}
        </Button>
      )}
    </chakra.section>
  );
}

function InputProof({ lotId, formed, roots, index }: InputProofsProps & { index: number }) {
  const words = useProofWords();
  const { say, formatGrams } = words;
  const [check, setCheck] = useState<InputCheck | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const grams = formed.formation.inputs[index]?.grams ?? 0;
  const number = index + 1;
  const open = (): void => {
    if (check?.phase === 'checking') return;
    const run = new AbortController();
    running.current = run;
    setCheck({ phase: 'checking' });
    const { signal } = run;
    roots(signal)
      .then((trusted) => proveInput({ lotId, formed, index, roots: trusted, signal }))
      .catch((failure: unknown): InputCheck => ({ phase: 'no file', failure }))
      .then((result) => signal.aborted || setCheck(result))
      .catch(() => undefined);
  };
  const result = check === null ? null : resultOf(words, check);
  return (
    <chakra.li py="1" data-input={number} data-state={check?.phase ?? 'unopened'}>
      <Flex align="center" columnGap="3" wrap="wrap" fontSize="sm">
        <Box fontWeight="600">{nameOf(words, check, number)}</Box>
        <Box>{say('prove.inputs.grams', { grams: formatGrams(grams) })}</Box>
        {check?.phase !== 'proven' && (
          <Button
            variant="quiet"
            aria-label={say('prove.inputs.openOf', { number })}
            aria-disabled={check?.phase === 'checking'}
            onClick={open}
          >
            {say('prove.inputs.open')}
          </Button>
        )}
      </Flex>
      <Box role="status" fontSize="sm" overflowWrap="anywhere">
        {result !== null && (
          <Flex gap="2" align="flex-start">
            {result.tone !== null && <ToneIcon tone={result.tone} size={18} />}
            <Box minW="0">{result.text}</Box>
          </Flex>
        )}
      </Box>
      {check?.phase === 'proven' && check.formed !== null && (
        <Box ps="4" borderInlineStart="1px solid" borderColor="line">
          <InputProofs lotId={lotId} formed={check.formed} roots={roots} />
        </Box>
      )}
    </chakra.li>
  );
}

/** A lot has its number once its proof is checked, unless it is shown without names. */
function nameOf({ say }: ProofWords, check: InputCheck | null, number: number): string {
  if (check?.phase !== 'proven') return say('prove.inputs.unopened', { number });
  return check.lotId === null ? say('prove.inputs.anonymous', { number }) : say('result.title', { lotId: check.lotId });
}

/** What a check came to, in one line. */
function resultOf(words: ProofWords, check: InputCheck): { tone: Tone | null; text: string } {
  const { say, tell } = words;
  switch (check.phase) {
    case 'checking':
      return { tone: null, text: say('prove.inputs.opening') };
    case 'no file': {
      const { failure } = check;
      const why = failure instanceof PublicCallError ? tell(userMessage(failure)) : say('prove.unreached');
      return { tone: 'pod', text: `${say('prove.noFile')}. ${why}` };
    }
    case 'unproven':
      return { tone: check.failed ? 'alarm' : 'pod', text: reasonInWords(words, check.reason) };
    case 'proven':
      return { tone: 'leaf', text: say('prove.inputs.proven', { balance: balanceInWords(words, check.balance) }) };
  }
}
