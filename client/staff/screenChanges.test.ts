import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { of, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LotCardFragment,
  type LotNewsFragment,
  type LotRight,
  LotHistoryOfDocument,
  LotNumberFragmentDoc,
  LotsTabDocument,
} from '../graphql/generated.ts';
import { freshAnswers } from '../graphql/freshAnswers.ts';
import { screenChangesOf } from './screenChanges.ts';
import { LOT_NEWS as LOT } from '../../tests/support/lotNews.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A screen with an unfiltered list of one lot, by harvest date; `asked` counts its requests. */
async function openList() {
  let asked = 0;
  let mayDo: LotRight[] = ['edit_lot', 'delete_lot'];
  const { updatedAt: _, ...facts } = LOT;
  const link = new ApolloLink(() => {
    asked += 1;
    const lot: LotCardFragment = { ...facts, createdAt: '2026-11-22T08:00:00.000Z', mayDo };
    const pagination = { total: 1, page: 1, totalPages: 1, hasNext: false, hasPrev: false };
    return of({ data: { lots: { __typename: 'LotPage', lots: [{ __typename: 'Lot', ...lot }], pagination } } });
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const list = client.watchQuery({
    query: LotsTabDocument,
    variables: { page: 1, limit: 12, filter: {}, sort: 'harvestDate', order: 'desc' },
  });
  list.subscribe(() => undefined);
  const news = screenChangesOf(client);
  // The first update of a lot makes every list stale.
  news.lot(LOT.id, LOT);
  await vi.runAllTimersAsync();
  asked = 0;
  return {
    tell: async (change: Partial<LotNewsFragment>, id = LOT.id) => {
      news.lot(id, { ...LOT, ...change, id });
      await vi.runAllTimersAsync();
    },
    news,
    asked: () => asked,
    allow: (rights: LotRight[]) => void (mayDo = rights),
    allowed: () => list.getCurrentResult().data?.lots?.lots?.[0]?.mayDo,
  };
}

it.each([
  ['its stage', { currentProcess: 'fermented' }],
  ['its farm', { farmId: 'FARM009' }],
] as const)('a list refetches the permissions of a listed lot that changed %s', async (_what, change) => {
  const list = await openList();
  list.allow(['edit_lot']);
  await list.tell(change);
  expect(list.asked()).toBe(1);
  expect(list.allowed()).toEqual(['edit_lot']);
});

it('a list does not refetch for a change that the live update carries', async () => {
  const list = await openList();
  await list.tell({ weight: 251, deforestationStatus: 'No Deforestation' });
  expect(list.asked()).toBe(0);
});

it('a list does not refetch for the stage of a lot that it does not contain', async () => {
  const list = await openList();
  await list.tell({}, 'b');
  expect(list.asked()).toBe(1);
  await list.tell({ currentProcess: 'fermented' }, 'b');
  expect(list.asked()).toBe(1);
});

describe('a live update of many lots', () => {
  it.each([
    ['named by their ids', ['other']],
    ['too many to be named', 'all'],
  ] as const)('makes a list refetch once: lots %s', async (_what, ids) => {
    const list = await openList();
    list.news.manyLots(ids);
    list.news.manyLots(ids);
    await vi.runAllTimersAsync();
    expect(list.asked()).toBe(1);
    // The previous state of the lots is unknown now: the next update of one may mean any change.
    await list.tell({ weight: 251 }, ids === 'all' ? LOT.id : 'other');
    expect(list.asked()).toBe(2);
  });

  it('makes a list refetch when a lot moved to a farm that the user cannot see', async () => {
    const list = await openList();
    list.news.departed(LOT.id);
    await vi.runAllTimersAsync();
    expect(list.asked()).toBe(1);
  });
});

it('does not reuse a response that was requested before the user acted', async () => {
  const answers: Subject<ApolloLink.Result>[] = [];
  const held = new ApolloLink(() => {
    const answer = new Subject<ApolloLink.Result>();
    answers.push(answer);
    return answer;
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([freshAnswers, held]) });
  const list = client.watchQuery({
    query: LotsTabDocument,
    variables: { page: 1, limit: 12, filter: {}, sort: 'harvestDate', order: 'desc' },
  });
  list.subscribe(() => undefined);
  const answer = (question: number, total: number) => {
    const pagination = { total, page: 1, totalPages: 1, hasNext: false, hasPrev: false };
    answers[question]?.next({ data: { lots: { __typename: 'LotPage', lots: [], pagination } } });
    answers[question]?.complete();
  };
  const total = () => list.getCurrentResult().data?.lots?.pagination?.total;

  screenChangesOf(client).lotLists();
  await vi.runAllTimersAsync();
  answer(0, 0);
  await vi.runAllTimersAsync();
  expect(total()).toBeUndefined();
  answer(1, 1);
  await vi.runAllTimersAsync();
  expect(total()).toBe(1);
  expect(answers).toHaveLength(2);
});

describe('an open view of a lot', () => {
  /** Shows the history of one lot; `asked` counts the requests since then. */
  async function openHistory(lotId: string) {
    let asked = 0;
    const link = new ApolloLink(() => {
      asked += 1;
      return of({ data: { lotHistory: [] } });
    });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    client.watchQuery({ query: LotHistoryOfDocument, variables: { id: lotId } }).subscribe(() => undefined);
    await vi.runAllTimersAsync();
    asked = 0;
    return { client, news: screenChangesOf(client), asked: () => asked };
  }

  it('refetches once for a burst of updates of this lot, including fields that no list uses', async () => {
    const view = await openHistory(LOT.lotId);
    view.news.lot(LOT.id, LOT);
    view.news.lot(LOT.id, { ...LOT, temperature: 30 });
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(1);
    view.news.lot(LOT.id, { ...LOT, temperature: 30 });
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(2);
  });

  it('refetches after an update of many lots that includes its UUID or all lots', async () => {
    const view = await openHistory(LOT.lotId);
    view.news.manyLots(['other']);
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(0);
    const data = { __typename: 'Lot', id: LOT.id, lotId: LOT.lotId };
    view.client.cache.writeFragment({ id: `Lot:${LOT.id}`, fragment: LotNumberFragmentDoc, data });
    view.news.manyLots([LOT.id]);
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(1);
    view.news.manyLots('all');
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(2);
  });

  it('ignores updates of other lots, and refetches at once after a user action', async () => {
    const view = await openHistory(LOT.lotId);
    view.news.lot('other', { ...LOT, id: 'other', lotId: 'LOT-OTHER' });
    await vi.runAllTimersAsync();
    expect(view.asked()).toBe(0);
    view.news.lotView(LOT);
    await vi.advanceTimersByTimeAsync(0);
    expect(view.asked()).toBe(1);
  });
});
