import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { z } from 'zod';

function textScalar(name: string, description: string, example: string, schema: z.ZodType<string>): GraphQLScalarType {
  const parse = (value: unknown): string => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      throw new GraphQLError(`${name} takes ${example}`, { extensions: { code: 'BAD_USER_INPUT' } });
    }
    return parsed.data;
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null),
  });
}

export const DateTime = textScalar(
  'DateTime',
  'An instant, ISO 8601 in UTC, e.g. 2026-03-14T08:30:00.000Z',
  'an instant such as 2026-03-14T08:30:00Z',
  z.iso.datetime({ offset: true }),
);

export const CalendarDate = textScalar('Date', 'A calendar day, YYYY-MM-DD', 'a day such as 2026-03-14', z.iso.date());

/** Answered, never taken. */
export const MessageValuesScalar = new GraphQLScalarType({
  name: 'SaidValues',
  description:
    'An object of names and values: texts, numbers, or lists of one of them; which a code has stands in docs/codes.md. ' +
    'E.g. {"gaps": 3, "pixels": 64}',
});
