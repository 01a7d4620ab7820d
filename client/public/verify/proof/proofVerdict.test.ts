import { describe, expect, it } from 'vitest';
import { because, PROOF_STEPS, type ProofStep } from '../../../../server/domain/proof/proofSteps.ts';
import { PUBLIC_LOCALES } from '../../../../server/domain/public/publicPages.ts';
import { proofWordsIn } from '../../../words/proofWords.ts';
import { proofVerdict } from './proofVerdict.ts';

const UNKNOWN = [
  ['file', because('unknown_version', { version: 7 }), /7/],
  ['events', because('unknown_content', { event: 3, version: 7 }), /3.*7/],
  ['chain', because('unknown_rules', { event: 3 }), /3/],
] as const;

describe.each(PUBLIC_LOCALES)('the verdict in %s', (locale) => {
  const words = proofWordsIn(locale);

  it.each(UNKNOWN)(
    'of a proof whose %s has an unknown version names it, and is neither proven nor failed',
    (...row) => {
      const [code, { reason }, named] = row;
      const at = PROOF_STEPS.indexOf(code);
      const steps = PROOF_STEPS.slice(at).map((one, i): ProofStep => ({
        code: one,
        state: 'not checked',
        reason: i === 0 ? reason : because('rests', { step: code }).reason,
      }));
      const verdict = proofVerdict(words, { phase: 'done', steps, newest: null, driver: 'embedded', formed: null });
      expect(verdict).toMatchObject({
        tone: 'pod',
        title: words.say('prove.open'),
        text: expect.stringMatching(named),
      });
      expect(verdict?.text).not.toBe(words.say('prove.openText'));
    },
  );
});
