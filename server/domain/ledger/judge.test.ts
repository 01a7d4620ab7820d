import { beforeEach, describe, expect, it } from 'vitest';
import { canonicalText } from '../proof/hashing.ts';
import { createdLotIds, judgeEvent, type JudgedEvent, type LedgerState } from './judge.ts';

const key = (digit: string): string => digit.repeat(32);

function created(lotKey: string, lotId: string, eventId = lotKey): JudgedEvent {
  const content = {
    v: 2,
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
const codeOf = async (event: JudgedEvent): Promise<string> => {
  const judged = await judgeEvent(state, event);
  return judged.kind === 'refused' ? judged.refusal.code : judged.kind;
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

  it('that was recorded under contract 1 is judged by its rules: no lot id is refused, and contents of version 1 alone', async () => {
    const old = (event: JudgedEvent): JudgedEvent => ({ ...event, content: event.content.replace('"v":2', '"v":1') });
    expect(await judgeEvent(state, created(key('a'), 'LOT501'), undefined, '1')).toMatchObject({
      refusal: { code: 'BAD_CONTENT' },
    });
    for (const lotKey of [key('a'), key('b')]) {
      expect((await judgeEvent(state, old(created(lotKey, 'LOT501')), undefined, '1')).kind).toBe('accepted');
    }
    expect(state.chains).toEqual(new Map([['LOT501', key('a')]]));
    expect(await codeOf(created(key('c'), 'LOT501'))).toBe('LOT_ID_TAKEN');
  });

  it('that is refused leaves nothing behind', async () => {
    state.chains.set('LOT501', key('c'));
    await judgeEvent(state, created(key('b'), 'LOT501'));
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

it('the lot ids of new chains are those of created events', () => {
  const other = { ...created(key('b'), 'LOT502'), content: '{"type":"edited","set":{"lotId":"LOT503"}}' };
  expect(createdLotIds([created(key('a'), 'LOT501'), other, { ...other, content: 'no' }])).toEqual(['LOT501']);
});
