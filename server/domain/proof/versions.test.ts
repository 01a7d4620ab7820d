import { afterEach, describe, expect, it } from 'vitest';
import { LotWriter } from '../../../tests/adapters/lotEvents.ts';
import { readContent, type EventContent } from '../ledger/content.ts';
import { applyTransition, CONTRACTS } from '../ledger/transitions.ts';
import { checkProof } from './checkProof.ts';
import { contentTextHash } from './hashing.ts';
import { checkChain, contentOf, type JudgedEvent } from './judgedEvents.ts';

afterEach(() => CONTRACTS.delete('3'));

/** A chain whose events were recorded under these contract versions: the first creates the lot, the others edit it. */
async function chain(...contracts: string[]): Promise<JudgedEvent[]> {
  const lot = new LotWriter();
  return Promise.all(
    contracts.map(async (contract, i) => {
      const event = i === 0 ? lot.created() : lot.edited({ weightGrams: 1_000 + i });
      const content = readContent(event.content) as EventContent;
      return { number: i + 1, content, hash: await contentTextHash(event.content), contract, disclosed: [] };
    }),
  );
}

describe('a chain of events', () => {
  it('is judged event by event by the contract version that each names', async () => {
    const judged: string[] = [];
    // An invented next version.
    CONTRACTS.set('3', (head, raw, contentHash) => {
      judged.push(`3: event ${(head?.seq ?? 0) + 1}`);
      return applyTransition('1', head, raw, contentHash);
    });
    expect(checkChain(await chain('1', '3', '3'))).toBeNull();
    expect(judged).toEqual(['3: event 2', '3: event 3']);
    CONTRACTS.set('3', () => ({ refusal: { code: 'BAD_CONTENT', text: 'version 3 takes no edits' } }));
    expect(checkChain(await chain('1', '1'))).toBeNull();
    expect(checkChain(await chain('1', '3'))).toMatchObject({ reason: { code: 'chain_broken', values: { event: 2 } } });
  });

  it('has an unknown version named', async () => {
    expect(checkChain(await chain('1', '3'))).toEqual({ reason: { code: 'unknown_rules', values: { event: 2 } } });
    const text = new LotWriter().created().content.replace('"v":1', '"v":7');
    expect(contentOf(text, 3)).toEqual({ reason: { code: 'unknown_content', values: { event: 3, version: 7 } } });
    expect(contentOf('{', 3)).toEqual({ reason: { code: 'content_unreadable', values: { event: 3 } } });
  });
});

describe('a proof file of a version that is not known', () => {
  it('is neither proven nor found changed', async () => {
    const { proven, steps } = await checkProof({ v: 3, kind: 'manam-trace/proof', anything: 'else' }, { roots: [] });
    expect(proven).toBe(false);
    expect(steps[0]).toEqual({
      code: 'file',
      state: 'not checked',
      reason: { code: 'unknown_version', values: { version: 3 } },
    });
    expect(steps.map(({ state }) => state)).toEqual(steps.map(() => 'not checked'));
  });
});
