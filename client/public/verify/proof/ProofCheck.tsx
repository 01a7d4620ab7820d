import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download, FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { siteValues } from '../../../../server/domain/proof/shownValues.ts';
import { PROOF_STEPS, type ProofStep, type ProofStepCode } from '../../../../server/domain/proof/proofSteps.ts';
import { Badge } from '../../../design/Badge.tsx';
import { Button } from '../../../design/Button.tsx';
import { TextLink } from '../../../design/TextLink.tsx';
import { ToneIcon } from '../../../design/ToneIcon.tsx';
import { localStore } from '../../../deviceStorage.ts';
import { useProofWords, type ProofWords } from '../../../words/proofWords.ts';
import type { LotAnswer } from '../publicAnswers.ts';
import { askLedger, isUnderKept, loadHead } from '../storedHead.ts';
import { fetchRoots, proofAddress, wholeProofAddress } from './fetchProof.ts';
import { InputProofs } from './InputProofs.tsx';
import { siteValuesInWords } from './proofInWords.ts';
import { ProofStepRow } from './ProofStepRow.tsx';
import { proofVerdict, type ProofVerdictText } from './proofVerdict.ts';
import { proveLot, type ProofProgress } from './proveLot.ts';

/** The proof of a lot, checked in the reader's browser, with a line per step. */
export default function ProofCheck({ answer }: { answer: LotAnswer }) {
  const words = useProofWords();
  const { say } = words;
  const [whole, setWhole] = useState(false);
  const progress = useProof(answer, whole);
  const steps = 'steps' in progress ? progress.steps : [];
  const under = useUnderHead(progress);
  const verdict = underVerdict(words, under) ?? proofVerdict(words, progress);
  const told = new Map<ProofStepCode, ProofStep>(steps.map((step) => [step.code, step]));
  const underway = progress.phase === 'fetching' || progress.phase === 'checking';
  return (
    <chakra.section aria-labelledby="proof-title">
      <Flex align="center" gap="3" wrap="wrap" mb="3">
        <chakra.h3 id="proof-title" fontSize="sm" fontWeight="600">
          {say('prove.title')}
        </chakra.h3>
        {answer.sampleSatelliteData && (
          <Badge tone="pod" icon={FlaskConical}>
            {say('prove.sample')}
          </Badge>
        )}
      </Flex>
      {/* Announce only the final result, not each step. */}
      <Box role="status">
        {verdict === null ? <chakra.span srOnly>{say('prove.checking')}</chakra.span> : <VerdictBox {...verdict} />}
      </Box>
      <Box mt="2" fontSize="sm">
        {siteValuesInWords(words, siteValues('page'))}
      </Box>
      {(underway || steps.length > 0) && (
        <chakra.ol listStyleType="none" mt={verdict === null ? '0' : '3'} aria-busy={underway}>
          {PROOF_STEPS.map((code) => (
            <ProofStepRow key={code} code={code} step={told.get(code) ?? null} />
          ))}
        </chakra.ol>
      )}
      {!whole && steps.some((step) => step.state === 'not checked' && step.reason.code === 'whole_blocks') && (
        <Flex mt="3" columnGap="4" rowGap="1" align="center" wrap="wrap" _print={{ display: 'none' }}>
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {say('prove.checkPlace')}
          </Button>
          <Box fontSize="sm" color="fg.muted">
            {say('prove.checkPlaceWhat')}
          </Box>
        </Flex>
      )}
      {progress.phase === 'done' && progress.formed !== null && (
        <InputProofs lotId={answer.lot.lotId} formed={progress.formed} roots={siteRoots} />
      )}
      {under?.stands === true && (
        <Box mt="3" fontSize="sm">
          {say('prove.underHead', { blocks: under.blocks })}
        </Box>
      )}
      <Box mt="3" fontSize="sm" color="fg.muted">
        {say('prove.limits')} {say('prove.trust')} {answer.sampleSatelliteData && say('prove.sampleText')}
      </Box>
      {progress.phase !== 'no record' && (
        <TextLink
          href={proofAddress(answer.lot.lotId, undefined, whole)}
          download
          display="inline-flex"
          alignItems="center"
          gap="2"
          mt="2"
          minH="11"
          fontSize="sm"
          _print={{ display: 'none' }}
        >
          <Download aria-hidden size={18} />
          {say('prove.download')}
        </TextLink>
      )}
      {progress.phase === 'done' && progress.formed !== null && (
        <Flex columnGap="3" align="center" wrap="wrap" fontSize="sm" _print={{ display: 'none' }}>
          <TextLink
            href={wholeProofAddress(answer.lot.lotId)}
            download
            display="inline-flex"
            alignItems="center"
            gap="2"
            minH="11"
          >
            <Download aria-hidden size={18} />
            {say('prove.wholeDownload')}
          </TextLink>
          <Box color="fg.muted">{say('prove.wholeWhat')}</Box>
        </Flex>
      )}
    </chakra.section>
  );
}

function VerdictBox({ tone, title, text }: ProofVerdictText) {
  return (
    <Flex gap="3" align="flex-start" p="4" bg={`${tone}.subtle`} borderRadius="control">
      <ToneIcon tone={tone} size={24} />
      <Box minW="0">
        <Box fontWeight="600">{title}</Box>
        {text !== null && (
          <Box fontSize="sm" overflowWrap="anywhere">
            {text}
          </Box>
        )}
      </Box>
    </Flex>
  );
}

/** The verdict for a valid file from another ledger history than this browser saw. */
function underVerdict({ say }: ProofWords, under: UnderHead | null): ProofVerdictText | null {
  if (under === null || under.stands) return null;
  return { tone: 'alarm', title: say('prove.failed'), text: say('prove.notUnderHead', { blocks: under.blocks }) };
}

/** This page trusts the roots that its own site names, and says so. */
async function siteRoots(signal: AbortSignal): Promise<string[] | undefined> {
  return (await fetchRoots(signal))?.map(({ fingerprint }) => fingerprint);
}

/**
 * Progress of checking a lot's proof against the page; starts on mount.
 * @param whole with whole blocks
 */
function useProof(answer: LotAnswer, whole: boolean): ProofProgress {
  const [progress, setProgress] = useState<ProofProgress>({ phase: 'fetching' });
  useEffect(() => {
    const check = new AbortController();
    // It rejects only after an abort.
    proveLot(answer, { roots: siteRoots, whole, signal: check.signal, tell: setProgress }).catch(() => undefined);
    return () => check.abort();
  }, [answer, whole]);
  return progress;
}

/** Result of checking a proof against the stored head: whether the ledger had the newest event at that block height. */
interface UnderHead {
  stands: boolean;
  blocks: number;
}

/**
 * Checks a proof against this browser's stored ledger head, after all other steps passed; null if that is not possible.
 */
function useUnderHead(progress: ProofProgress): UnderHead | null {
  const [under, setUnder] = useState<UnderHead | null>(null);
  useEffect(() => {
    if (progress.phase !== 'done' || progress.newest === null) return undefined;
    const kept = loadHead(localStore);
    if (kept === null) return undefined;
    let left = false;
    const tell = (stands: boolean | null): void => {
      if (!left && stands !== null) setUnder({ stands, blocks: kept.blocks });
    };
    isUnderKept(progress.newest, kept, askLedger).then(tell, () => tell(null));
    return () => {
      left = true;
    };
  }, [progress]);
  return under;
}
