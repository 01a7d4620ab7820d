import { buildSchema, getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { assertAffordable, limitRules } from './limits.ts';

const schema = buildSchema(`
  type Lot { id: ID! lotId: String! provenance: [Entry!]! }
  type Entry { id: ID! next: Entry }
  type LotPage { lots: [Lot!]! }
  type PublicLot { id: ID! verification: Verification! provenanceChain: [Entry!] }
  type Verification { state: String! }
  type Query {
    lots(limit: Int! = 12, text: String): LotPage!
    publicLot(lotId: String!): PublicLot
    publicProof(lotId: String!): String
  }
`);

const refusals = (query: string): string[] => {
  const document = parse(query);
  const broken = validate(schema, document, [...specifiedRules, ...limitRules]).map(({ message }) => message);
  if (broken.length > 0) return broken;
  try {
    assertAffordable(schema, document, null, {});
    return [];
  } catch (error) {
    return [String(error)];
  }
};

describe('the cost of an operation that is asked again', () => {
  const document = parse(
    'query Lots($limit: Int! = 12, $text: String, $chains: Boolean!) ' +
      '{ lots(limit: $limit, text: $text) { lots { id provenance @include(if: $chains) { id next { id next { id next { id } } } } } } }',
  );
  const asked = (variables: Record<string, unknown>): string => {
    try {
      assertAffordable(schema, document, null, variables);
      return 'affordable';
    } catch (error) {
      return String(error);
    }
  };

  it('is that of its variables', () => {
    const tooMuch = expect.stringMatching(/costs \d+; the limit is 6000/);
    for (const text of ['a', 'b', 'c']) {
      expect(asked({ text, limit: 1, chains: true })).toBe('affordable');
      expect(asked({ text, chains: true })).toBe('affordable');
      expect(asked({ text, limit: 100, chains: false })).toBe('affordable');
      expect(asked({ text, limit: 100, chains: true })).toEqual(tooMuch);
    }
  });

  it('does not let a wrong variable pass', () => {
    expect(asked({ text: 'a', chains: true })).toBe('affordable');
    expect(asked({ text: ['a', 'b'], chains: true })).toMatch(/Variable "\$text" got invalid value/);
    expect(asked({ text: 'a', limit: null, chains: true })).toMatch(/Variable "\$limit" .* must not be null/);
  });

  it('is worked out once for variables that it does not depend on', () => {
    let texts = 0;
    const counting = buildSchema(`
      scalar Text
      type Query { lots(limit: Int, text: Text): [String!] }
    `);
    Object.assign(counting.getType('Text') ?? {}, { parseValue: () => (texts += 1) });
    const lots = parse('query ($text: Text) { lots(limit: 1, text: $text) }');
    for (let i = 0; i < 100; i += 1) assertAffordable(counting, lots, null, { text: i });
    expect(texts).toBeLessThanOrEqual(101);
  });
});

describe('the limits of one operation', () => {
  it('let a page of 100 lots through, and refuse each lot with its whole chain beside it', () => {
    expect(refusals('{ lots(limit: 100) { lots { id lotId } } }')).toEqual([]);
    const [refusal] = refusals(
      '{ lots(limit: 100) { lots { id provenance { id next { id next { id next { id } } } } } } }',
    );
    expect(refusal).toMatch(/costs \d+; the limit is 6000/);
  });

  it('let tools read the whole schema', () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true });
    expect(refusals(query)).toEqual([]);
  });

  it('refuse to walk the schema in circles', () => {
    const nested = (depth: number): string => (depth === 0 ? 'name' : `fields { type { ${nested(depth - 1)} } }`);
    expect(refusals(`{ __schema { types { ${nested(4)} } } }`)).toContain('Maximum introspection depth exceeded');
  });

  it('refuse what nests too deep', () => {
    const nested = (depth: number): string => (depth === 0 ? 'id' : `next { ${nested(depth - 1)} }`);
    const [refusal] = refusals(`{ lots(limit: 1) { lots { provenance { ${nested(12)} } } } }`);
    expect(refusal).toMatch(/depth/i);
  });

  const lots = (count: number): string =>
    Array.from({ length: count }, (_, i) => `a${i}: publicLot(lotId: "LOT${i}") { id verification { state } }`).join(
      ' ',
    );

  it('let three lots be verified in one operation, and no fourth, however it is written', () => {
    expect(refusals(`{ ${lots(3)} }`)).toEqual([]);
    const refused = ['4 fields of this operation have lots verified; the limit is 3. Ask for fewer at once.'];
    expect(refusals(`{ ${lots(4)} }`)).toEqual(refused);
    expect(
      refusals(
        `{ ...some ... on Query { a3: publicLot(lotId: "LOT3") { id } } } fragment some on Query { ${lots(3)} }`,
      ),
    ).toEqual(refused);
    expect(
      refusals(
        `{ ${lots(2)} p: publicProof(lotId: "LOT1") b: lots(limit: 1) { ...page } }
         fragment page on LotPage { lots { ...lot } } fragment lot on Lot { provenance { id } }`,
      ),
    ).toEqual(refused);
  });

  it('count what comes under one name once, and what verifies nothing not at all', () => {
    expect(
      refusals(`{ ${lots(3)} ${lots(3)} b: lots(limit: 1) { lots { id } } c: lots(limit: 2) { lots { id } } }`),
    ).toEqual([]);
  });

  it('come to an end where fragments hold themselves', () => {
    const circles = `{ lots(limit: 1) { ...page } } fragment page on LotPage { lots { provenance { ...entry } } }
      fragment entry on Entry { next { ...entry } }`;
    expect(refusals(circles)).toContain('Cannot spread fragment "entry" within itself.');
  });

  it('let one proof file stand in an operation', () => {
    expect(refusals('{ publicProof(lotId: "LOT1") }')).toEqual([]);
    expect(refusals('{ publicProof(lotId: "LOT1") b: publicProof(lotId: "LOT2") }')[0]).toMatch(
      /costs 7002; the limit/,
    );
  });
});
