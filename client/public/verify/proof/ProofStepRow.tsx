import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, CircleAlert, CircleCheck, CircleDashed, CircleHelp, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PROOF_STEPS, type ProofStep, type ProofStepCode } from '../../../../server/domain/proof/proofSteps.ts';
import { CopyableValue } from '../../../design/CopyableValue.tsx';
import { hashPreview } from '../../../words/format.ts';
import { useProofWords } from '../../../words/proofWords.ts';
import { fieldName, valueInWords } from '../../../words/recordInWords.ts';
import { stepInWords } from './proofInWords.ts';

type Look = { icon: LucideIcon; color: string; state: 'waiting' | 'proven' | 'failed' | 'not_checked' };

const LOOKS: Record<ProofStep['state'] | 'waiting', Look> = {
  waiting: { icon: CircleDashed, color: 'fg.muted', state: 'waiting' },
  proven: { icon: CircleCheck, color: 'leaf', state: 'proven' },
  failed: { icon: CircleAlert, color: 'alarm', state: 'failed' },
  'not checked': { icon: CircleHelp, color: 'pod', state: 'not_checked' },
};

/**
 * A step of a proof: icon, name and computed values; it expands to its explanation. A failed step is always expanded
 * with its reason.
 * @param step null before it ran
 */
export function ProofStepRow({ code, step }: { code: ProofStepCode; step: ProofStep | null }) {
  const words = useProofWords();
  const { say } = words;
  const { icon: Icon, color, state } = LOOKS[step?.state ?? 'waiting'];
  const proven = step?.state === 'proven';
  // Ends at the icon of the last step.
  const length = code === PROOF_STEPS.at(-1) ? '5' : 'full';
  const line = (
    <Box minW="0" flex="1">
      <chakra.span display="block" fontWeight={state === 'waiting' ? '400' : '600'} fontSize="sm">
        {say(`prove.${code}`)}
        <chakra.span srOnly>: {say(`prove.state.${state}`)}</chakra.span>
      </chakra.span>
      <chakra.span
        display="block"
        minH="1.25rem"
        fontSize="sm"
        lineHeight="1.25rem"
        color={state === 'failed' ? 'fg' : 'fg.muted'}
        overflowWrap="anywhere"
      >
        {step !== null && stepInWords(words, step)}
      </chakra.span>
    </Box>
  );
  return (
    <chakra.li data-step={code} data-state={state} position="relative" ps="9" pb="1">
      {/* The bar: one segment per proven step, so it ends at the last proven one. */}
      <Box aria-hidden position="absolute" insetStart="2.5" top="0" h={length} w="1px" bg="line" />
      <Box
        aria-hidden
        position="absolute"
        insetStart="2.5"
        top="0"
        h={length}
        w="2px"
        bg="leaf"
        transformOrigin="top"
        transform={proven ? 'scaleY(1)' : 'scaleY(0)'}
        transition="transform 200ms ease-out"
      />
      <Box position="absolute" insetStart="0" top="2.5" color={color} bg="bg.raised" borderRadius="full">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </Box>
      {proven ? (
        <chakra.details css={{ '&[open] > summary > svg': { transform: 'rotate(180deg)' } }}>
          <chakra.summary
            display="flex"
            alignItems="center"
            gap="2"
            minH="11"
            py="2"
            cursor="pointer"
            listStyleType="none"
            css={{ '&::-webkit-details-marker': { display: 'none' } }}
          >
            {line}
            <ChevronDown aria-hidden size={18} />
          </chakra.summary>
          <Box fontSize="sm" pb="3">
            {say(`prove.${code}Means`)}
            <Values step={step} />
          </Box>
        </chakra.details>
      ) : (
        <Box minH="11" py="2">
          {line}
          {step !== null && <Values step={step} />}
        </Box>
      )}
    </chakra.li>
  );
}

/** Full hashes and fingerprints to copy; for fields that differ, both values. */
function Values({ step }: { step: ProofStep }) {
  const words = useProofWords();
  const { say } = words;
  if (step.state === 'proven') {
    if (step.code === 'events') return <Hash name={say('copy.contentHash')} hash={step.computed.hash} />;
    if (step.code === 'roots') return <Fingerprints {...step.computed} />;
    return null;
  }
  const { reason } = step;
  if (reason.code === 'other_roots') return <Fingerprints {...reason.values} />;
  if (reason.code !== 'shown_differs') return null;
  return (
    <chakra.ul listStyleType="none" mt="1" fontSize="sm">
      {reason.values.differences.map(({ field, shown, recorded }) => (
        <chakra.li key={field} py="1" overflowWrap="anywhere">
          <Box fontWeight="600" css={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {fieldName(words, field)}
          </Box>
          <Box>{say('prove.shown', { value: valueInWords(words, field, shown) })}</Box>
          <Box>{say('prove.recorded', { value: valueInWords(words, field, recorded) })}</Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

function Fingerprints(roots: { organisations: readonly string[]; fingerprints: readonly string[] }) {
  const { say } = useProofWords();
  return roots.fingerprints.map((fingerprint, i) => {
    const organisation = roots.organisations[i] ?? '';
    return (
      <Hash
        key={fingerprint}
        name={say('prove.fingerprintCopy', { organisation })}
        hash={fingerprint}
        label={say('prove.fingerprint', { organisation })}
      />
    );
  });
}

function Hash({ name, hash, label }: { name: string; hash: string; label?: ReactNode }) {
  return (
    <Flex mt="1" gap="2" wrap="wrap" align="flex-start" fontSize="sm">
      {label}
      <CopyableValue name={name} text={hash} shown={hashPreview(hash)} />
    </Flex>
  );
}
