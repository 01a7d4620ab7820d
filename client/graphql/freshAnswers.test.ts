import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { freshAnswers } from './freshAnswers.ts';

const LIST = gql`
  query List {
    lots {
      id
      weight
    }
  }
`;
const NEWS = gql`
  subscription News {
    lotChanged {
      id
      weight
    }
  }
`;
const EDIT = gql`
  mutation Edit {
    editLot {
      id
      weight
    }
  }
`;
const lot = (id: string, weight: number) => ({ __typename: 'Lot', id, weight });

/** A client whose responses come when the test releases them; `asked` holds the operation of each. */
function held() {
  const asked: { name: string | undefined; answer: Subject<ApolloLink.Result> }[] = [];
  const server = new ApolloLink(({ operationName }) => {
    const answer = new Subject<ApolloLink.Result>();
    asked.push({ name: operationName, answer });
    return answer;
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([freshAnswers, server]) });
  client.subscribe({ query: NEWS }).subscribe(() => undefined);
  const list = client.query<{ lots: { weight: number }[] }>({ query: LIST });
  const say = (question: number, data: Record<string, unknown>) => {
    asked[question]?.answer.next({ data });
    if (asked[question]?.name !== 'News') asked[question]?.answer.complete();
  };
  return { client, list, say, asked: () => asked.map(({ name }) => name) };
}

it('an answer asked for before news of a lot in it is asked for again', async () => {
  const { list, say, asked } = held();
  say(0, { lotChanged: lot('a', 251) });
  say(1, { lots: [lot('a', 250), lot('b', 90)] });
  expect(asked()).toEqual(['News', 'List', 'List']);
  say(2, { lots: [lot('a', 251), lot('b', 90)] });
  expect((await list).data?.lots[0]?.weight).toBe(251);
});

it('an answer asked for before the person changed a lot in it is asked for again', () => {
  const { client, say, asked } = held();
  ApolloLink.execute(client.link, { query: EDIT }, { client }).subscribe();
  say(2, { editLot: lot('a', 251) });
  say(1, { lots: [lot('a', 250)] });
  expect(asked()).toEqual(['News', 'List', 'Edit', 'List']);
});

it('news of another lot, and news from before the question, are no reason', async () => {
  const { client, list, say, asked } = held();
  say(0, { lotChanged: lot('other', 1) });
  say(1, { lots: [lot('a', 250)] });
  await list;
  say(0, { lotChanged: lot('a', 251) });
  const later = client.query({ query: LIST, fetchPolicy: 'network-only' });
  await Promise.resolve();
  say(2, { lots: [lot('a', 251)] });
  await later;
  expect(asked()).toEqual(['News', 'List', 'List']);
});

it('while news never cease, an answer comes through in the end', async () => {
  const { list, say, asked } = held();
  for (let question = 1; question <= 4; question += 1) {
    say(0, { lotChanged: lot('a', 250 + question) });
    say(question, { lots: [lot('a', 250)] });
  }
  await list;
  expect(asked()).toHaveLength(5);
});
