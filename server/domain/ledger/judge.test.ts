import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { canonicalText } from '../proof/hashing.ts';
import { CONTENT_VERSIONS, eventContent, readContent, unknownContentVersion, versionOf } from './content.ts';
import { applyTransition, CONTRACTS } from './transitions.ts';
import { createdLotIds, judgeBatch, type SubmittedEvent, type LedgerState } from './judge.ts';

const key = (digit: string): string => digit.repeat(32);

function created(lotKey: string, lotId: string, eventId = lotKey): SubmittedEvent {
  const content = {
    v: 1,
    eventId,
    lotKey,
    seq: 1,
    prev: null,
    type: 'created',
    at: '2026-11-22T08:00:00.000Z',
    actorRole: 'farmer',
    org: 'ManamCoopMSP',
    set: {
      lotId,
      variety: 'Trinitario',
      harvestDate: '2026-05-01',
      stage: 'harvested',
      weightGrams: 50_000,
      moistureHundredths: 720,
      temperatureHundredths: 2_550,
      certifications: [],
      isAnonymized: false,
      deforestationStatus: 'Pending Review',
    },
    commit: {},
    salt: '3'.repeat(64),
  };
  return { eventId, lotKey, seq: 1, content: canonicalText(content) };
}

let state: LedgerState;
beforeEach(() => {
  state = { known: new Map(), heads: new Map(), chains: new Map() };
});
const codeOf = async (event: SubmittedEvent): Promise<string> => {
  const [judged] = await judgeBatch(state, [event]);
  return judged?.kind === 'refused' ? judged.refusal.code : (judged?.kind ?? 'none');
};

describe('an event', () => {
  it('is taken once; the same again is known, another under its id is refused', async () => {
    expect(await codeOf(created(key('a'), 'LOT501'))).toBe('accepted');
    expect(await codeOf(created(key('a'), 'LOT501'))).toBe('known');
    expect(await codeOf(created(key('a'), 'LOT502'))).toBe('EVENT_DIFFERS');
    expect(await codeOf(created(key('a'), 'LOT501', key('b')))).toBe('LOT_EXISTS');
  });

  it('gives a lot id to one chain for ever', async () => {
    expect(await codeOf(created(key('a'), 'LOT501'))).toBe('accepted');
    expect(await codeOf(created(key('b'), 'LOT501'))).toBe('LOT_ID_TAKEN');
    state = { known: new Map(), heads: new Map(), chains: new Map([['LOT501', key('c')]]) };
    expect(await codeOf(created(key('b'), 'LOT501'))).toBe('LOT_ID_TAKEN');
    expect(await codeOf(created(key('b'), 'LOT502'))).toBe('accepted');
  });

  it('that is refused leaves nothing behind', async () => {
    state.chains.set('LOT501', key('c'));
    await codeOf(created(key('b'), 'LOT501'));
    expect([state.known.size, state.heads.size]).toEqual([0, 0]);
  });

  it.each([
    ['is no JSON', { content: 'no' }, 'BAD_CONTENT'],
    ['is not canonical', { content: `${created(key('a'), 'LOT501').content} ` }, 'BAD_CONTENT'],
    ['names another event', { eventId: key('b') }, 'BAD_CONTENT'],
    ['names another chain', { lotKey: key('b') }, 'BAD_CONTENT'],
    ['names another place', { seq: 2 }, 'BAD_CONTENT'],
  ])('whose content %s is refused', async (_, change, code) => {
    expect(await codeOf({ ...created(key('a'), 'LOT501'), ...change })).toBe(code);
  });
});

describe('an invented next version', () => {
  // Its contents have `v: 3` and are otherwise those of version 1; its rules take no lot of the variety Criollo.
  const contentVersion3 = z.pipe(
    z.transform((raw) => (versionOf(raw) === 3 ? { ...Object(raw), v: 1 } : null)),
    eventContent,
  );
  const next = (event: SubmittedEvent): SubmittedEvent => ({
    ...event,
    content: event.content.replace('"v":1', '"v":3'),
  });
  beforeEach(() => {
    CONTENT_VERSIONS.set(3, contentVersion3);
    CONTRACTS.set('3', (head, raw, contentHash) => {
      const content = contentVersion3.safeParse(raw).data;
      if (content === undefined) return { refusal: { code: 'BAD_CONTENT', text: 'v: contract 3 takes version 3' } };
      if (content.set.variety === 'Criollo') return { refusal: { code: 'BAD_CONTENT', text: 'set.variety' } };
      const step = applyTransition('1', head, content, contentHash);
      return 'refusal' in step ? step : { head: step.head, content };
    });
  });
  afterEach(() => {
    CONTENT_VERSIONS.delete(3);
    CONTRACTS.delete('3');
  });

  it('judges its own events by its own rules, and version 1 goes on judging by those of version 1', async () => {
    const verdict = async (event: SubmittedEvent, contract: string) =>
      (
        await judgeBatch({ known: new Map(), heads: new Map(), chains: new Map() }, [event], {
          contractOf: () => contract,
        })
      )[0]?.kind;
    const first = created(key('a'), 'LOT501');
    const criollo = { ...first, content: first.content.replace('Trinitario', 'Criollo') };
    expect(await Promise.all([first, criollo].map((event) => verdict(event, '1')))).toEqual(['accepted', 'accepted']);
    expect(await Promise.all([next(first), next(criollo)].map((event) => verdict(event, '3')))).toEqual([
      'accepted',
      'refused',
    ]);
    expect(await Promise.all([verdict(next(first), '1'), verdict(first, '3')])).toEqual(['refused', 'refused']);
  });

  it('has contents that are read by their own form, beside those of version 1', () => {
    const event = created(key('a'), 'LOT501');
    expect([event, next(event)].map(({ content }) => readContent(content)?.eventId)).toEqual([key('a'), key('a')]);
    const unknown = event.content.replace('"v":1', '"v":4');
    expect([readContent(unknown), unknownContentVersion(unknown)]).toEqual([null, 4]);
    expect(unknownContentVersion(event.content)).toBeNull();
  });
});

it('the lot ids of new chains are those of created events', () => {
  const other = { ...created(key('b'), 'LOT502'), content: '{"type":"edited","set":{"lotId":"LOT503"}}' };
  expect(createdLotIds([created(key('a'), 'LOT501'), other, { ...other, content: 'no' }])).toEqual(['LOT501']);
});
