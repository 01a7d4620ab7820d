import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isPublic, LOT_FIELD_NAMES } from '../../server/domain/lot/lotTable.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { readList } from '../support/documentLists.ts';
import { publicRoutes } from '../../server/modules/provenance/publicRoutes.ts';
import { unused } from '../support/declaredRoutes.ts';

/**
 * Labels and kinds of the list 'Public fields' in docs/security.md; the fields of a lot follow from their own table, whose
 * comparison with the chain does too.
 */
function named(): Map<string, string> {
  const text = readFileSync(join(packageRoot, 'docs', 'security.md'), 'utf8');
  const fields = new Map<string, string>(LOT_FIELD_NAMES.filter(isPublic).map((name) => [`PublicLot.${name}`, 'fact']));
  for (const item of readList(text, 'Public fields')) {
    for (const [, name = ''] of item.label.matchAll(/`(\w+\.\w+)`/g)) fields.set(name, item.fields.Kind ?? '');
  }
  return fields;
}

const jsonSchema = z.looseObject({
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get items() {
    return z.union([jsonSchema, z.boolean()]).optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get $defs() {
    return z.record(z.string(), jsonSchema).optional();
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** Names of all members of an answer; what lies in a named object is the object's. */
function membersOf(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [], $defs = {} } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, own]) => [name, ...membersOf(own)]),
    ...(typeof items === 'object' ? membersOf(items) : []),
    ...[...anyOf, ...Object.values($defs)].flatMap(membersOf),
  ];
}

/** Objects of the API that a public query answers, by name. */
function reached(
  type: GraphQLObjectType,
  found = new Map<string, GraphQLObjectType>(),
): Map<string, GraphQLObjectType> {
  if (found.has(type.name)) return found;
  found.set(type.name, type);
  for (const field of Object.values(type.getFields())) {
    const own = getNamedType(field.type);
    if (isObjectType(own)) reached(own, found);
  }
  return found;
}

describe('the list of public fields in docs/security.md', () => {
  const table = named();
  const members = new Set([...table.keys()].map((name) => name.split('.')[1]));

  it('gives each field one of the three kinds', () => {
    expect(table.size).toBeGreaterThan(60);
    expect(new Set(table.values())).toEqual(new Set(['fact', 'operation']));
  });

  it('names every member of the public REST answers about a lot', () => {
    const about = publicRoutes(unused).filter(({ path }) => path.includes(':lotId') || path.endsWith('/search'));
    expect(about.map(({ path }) => path)).toHaveLength(5);
    /** What holds the objects of an answer. */
    const holders = ['lot', 'verification', 'provenance', 'provenanceChain', 'proof', 'journey', 'satelliteCheck'];
    for (const { path, answer } of about) {
      const own = membersOf(jsonSchema.parse(z.toJSONSchema(answer ?? z.never(), { unrepresentable: 'any' })));
      expect(own.filter((name) => !members.has(name) && !holders.includes(name) && name !== 'blockchainHash')).toEqual(
        [],
      );
      expect([path, own.length > 10]).toEqual([path, true]);
    }
  });

  it('names every field of the objects that a public query over GraphQL answers', () => {
    const schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));
    const type = schema.getType('PublicLot');
    if (!isObjectType(type)) throw new Error('There is no PublicLot');
    const missing = [...reached(type)].flatMap(([object, own]) =>
      Object.values(own.getFields())
        .filter((field) => !isObjectType(getNamedType(field.type)))
        .map(({ name }) => `${object}.${name}`)
        .filter((name) => !table.has(name)),
    );
    expect(missing).toEqual([]);
  });
});
