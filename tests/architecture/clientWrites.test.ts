import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** Where a mutation may be sent: by the hook, and for sessions, where the server heeds no idempotency key. */
const WRITERS = new Set(['client/graphql/useWrite.ts', 'client/staff/session/SessionProvider.tsx']);
const MUTATION = /\buseMutation\b|\.mutate\b/;

function otherWriters(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path, text }) => path.startsWith('client/') && !WRITERS.has(path) && MUTATION.test(text))
    .map(({ path }) => path);
}

describe('mutations of the client', () => {
  it('go through the one hook', async () => {
    const sources = await readSources();
    expect(sources.filter(({ path, text }) => WRITERS.has(path) && MUTATION.test(text))).toHaveLength(WRITERS.size);
    expect(otherWriters(sources)).toEqual([]);
  });

  it.each([
    "import { useMutation } from '@apollo/client/react';",
    'void client.mutate({ mutation: DeleteLotDocument, variables });',
  ])('are found where they do not: %s', (text) => {
    expect(otherWriters([{ path: 'client/broken.tsx', text }])).toEqual(['client/broken.tsx']);
  });
});
