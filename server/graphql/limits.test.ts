import { buildSchema, getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { assertAffordable, limitRules } from './limits.ts';

const schema = buildSchema(`
  type Lot { id: ID! lotId: String! provenance: [Entry!]! }
  type Entry { id: ID! next: Entry }
  type LotPage { lots: [Lot!]! }
  type Query { lots(limit: Int! = 12): LotPage! }
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
});
