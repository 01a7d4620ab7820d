import { beforeAll, describe, expect, it } from 'vitest';
import { readArrows, readSources, type Edge, type Reading, type Violation } from './importTree.ts';
import { ARROWS } from './rules.ts';

const READINGS: readonly Reading[] = ['runtime', 'types'];

function rulesOf(reading: Reading) {
  return ARROWS.filter(({ typesCount }) => typesCount === (reading === 'types')).map(({ rule }) => rule);
}

const BROKEN = new Set(ARROWS.map(({ broken }) => broken.path));
const edges: Record<Reading, Edge[]> = { runtime: [], types: [] };
let violations: Violation[] = [];

beforeAll(async () => {
  const sources = [...(await readSources()), ...ARROWS.map(({ broken }) => broken)];
  for (const reading of READINGS) {
    const read = await readArrows(sources, reading, rulesOf(reading));
    edges[reading] = read.edges;
    violations = [...violations, ...read.violations];
  }
}, 300_000);

describe('what is read', () => {
  it.each(READINGS)('holds the modules of server and client (%s)', (reading) => {
    const readers = new Set(edges[reading].map(({ from }) => from));
    expect([...readers].filter((path) => path.startsWith('server/')).length).toBeGreaterThan(80);
    expect([...readers].filter((path) => path.startsWith('client/')).length).toBeGreaterThan(60);
  });

  it.each<Edge>([
    { from: 'server/main.ts', to: 'server/app.ts' },
    { from: 'server/adapters/openLedger.ts', to: 'server/adapters/ledger-embedded/embeddedLedger.ts' },
    { from: 'server/domain/lot/lotInput.ts', to: 'node_modules/zod/index.js' },
    { from: 'client/main.tsx', to: 'client/routes.tsx' },
    { from: 'client/public/main.tsx', to: 'client/public/verify/VerifyPage.tsx' },
  ])('holds the import of $to by $from', (edge) => {
    expect(edges.runtime).toContainEqual(edge);
  });

  it('tells imports of types from those of code', () => {
    const edge: Edge = { from: 'server/platform/module.ts', to: 'server/domain/ledger/ledger.ts' };
    expect(edges.types).toContainEqual(edge);
    expect(edges.runtime).not.toContainEqual(edge);
  });
});

describe('the arrows', () => {
  it('all point the right way', () => {
    expect(violations.filter(({ from }) => !BROKEN.has(from))).toEqual([]);
  });

  it.each(ARROWS.map(({ rule, broken: { path, text } }) => ({ rule: rule.name, path, text })))(
    '$rule: $path may not say $text',
    ({ rule, path }) => {
      expect(violations).toContainEqual(expect.objectContaining({ rule, from: path }));
    },
  );
});
