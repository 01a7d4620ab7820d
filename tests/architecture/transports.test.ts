import { describe, expect, it } from 'vitest';
import { readSources, type Source } from './importTree.ts';

/** Resolvers and routes that look up themselves what a caller may see or do; the services that they call do (docs/architecture.md). */
function lookingUpRights(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ path, text }) => /^server\/.*(Resolver|Routes)\.ts$/.test(path) && /\b(scopeOf|requireGrant)\(/.test(text),
    )
    .map(({ path }) => path);
}

describe('transports', () => {
  it('leave rights to the services', async () => {
    expect(lookingUpRights(await readSources())).toEqual([]);
  });

  it('are found where they do not', () => {
    const planted = {
      path: 'server/modules/lots/lotRoutes.ts',
      text: 'const scope = scopeOf(permissionTable, caller);',
    };
    expect(lookingUpRights([planted])).toEqual([planted.path]);
  });
});
