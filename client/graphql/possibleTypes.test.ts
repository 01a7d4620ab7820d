import { readFileSync } from 'node:fs';
import { buildSchema, isAbstractType } from 'graphql';
import { expect, it } from 'vitest';
import { POSSIBLE_TYPES } from './possibleTypes.ts';

it('names every interface and union of the schema with its types', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const inSchema = Object.fromEntries(
    abstract.map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .toSorted(),
    ]),
  );
  const ours = Object.fromEntries(Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, types.toSorted()]));
  expect(ours).toEqual(inSchema);
});
