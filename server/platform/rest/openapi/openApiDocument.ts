import { z } from 'zod';
import { messageSchema } from '../answerSchemas.ts';
import type { Route } from '../route.ts';
import { priceNote } from '../routePrices.ts';
import { takesIdempotencyKey } from '../../http/idempotentCall.ts';
import { VERSION } from '../../process/version.ts';
import { jsonSchemaOf, membersOf, withoutNull, type JsonSchema } from './jsonSchema.ts';

/** One call of the document. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  /** given empty it counts as not given */
  allowEmptyValue?: true;
  schema: JsonSchema;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, JsonSchema>;
  };
}

const DESCRIPTION = `JSON in and out, in an envelope. \`{id}\` takes the UUID or the lot id. Sign in with \`POST /auth/login\`, or with a
partner key, and send \`Authorization: Bearer TOKEN\`. \`X-Request-Id\` is taken if well formed and answered; \`X-GDPR-Consent: true\` is
kept with the write that carried it. A call may take 10 s, imports, exports and report files 120 s.`;

const STATUSES = {
  400: ['Invalid', 'The input cannot be taken; `details` names the fields'],
  401: ['Unauthorized', 'No good token came with the call'],
  403: ['Forbidden', 'The caller has not the right'],
  404: ['NotFound', 'There is no such thing, or it is out of sight'],
  409: ['Conflict', 'It does not go with the present state'],
  410: ['Gone', 'It was there and was erased'],
  413: ['TooLarge', 'The body is larger than it may be'],
  415: ['WrongMediaType', 'The body has another media type'],
  429: ['TooManyRequests', 'Too many requests; wait as Retry-After says'],
  500: ['ServerError', 'An error on our side'],
  503: ['Unavailable', 'The call took too long, or a part of the program is away'],
} as const;
type Status = keyof typeof STATUSES;

const SECTIONS: Record<string, string> = { 'openapi.json': 'documents', docs: 'documents' };

/** The document of these routes, from the very schemas that validate their calls. */
export function openApiDocument(routes: readonly Route[], base: string): OpenApiDocument {
  const components = new Map<string, JsonSchema>([['Failure', FAILURE]]);
  jsonSchemaOf(z.object({ said: messageSchema }), 'output', components);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[route.method.toLowerCase()] = operation(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Manam-Trace',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of a login, or a partner key (mtk_...)',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
      responses: Object.fromEntries(
        Object.entries(STATUSES).map(([status, [name, description]]) => [
          name,
          {
            description,
            ...(status === '429'
              ? { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } }
              : {}),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  };
}

function operation(route: Route, components: Map<string, JsonSchema>): OpenApiOperation {
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...describedBy(route),
    tags: [sectionOf(route)],
    security: route.access === 'staff' ? [{ bearer: [] }] : [],
    parameters: parametersOf(route, components),
    ...requestBodyOf(route, components),
    responses: responsesOf(route, components),
  };
}

function describedBy(route: Route): { description?: string } {
  const parts = [route.description ?? null, priceNote(route)].filter((part) => part !== null);
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

/** `GET /lots/:id/history` is `getLotsByIdHistory`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9:]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => capital(word.replace(/^:/, 'by:').replace(':', ' '))).join('');
}

function capital(words: string): string {
  return words
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function sectionOf({ path, access }: Route): string {
  const [, first = ''] = path.split('/');
  return first === 'lots' && access === 'public' ? 'public lots' : (SECTIONS[first] ?? first);
}

function parametersOf(route: Route, components: Map<string, JsonSchema>): Parameter[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = route.params === undefined ? {} : jsonSchemaOf(route.params, 'input', components);
  const query = route.query === undefined ? {} : jsonSchemaOf(route.query, 'input', components);
  const required = Array.isArray(query.required) ? query.required : [];
  const defaults = membersOf(route.query?.safeParse({}).data);
  return [
    ...inPath.map((name) => parameter('path', name, membersOf(membersOf(params.properties)[name]), true)),
    ...Object.entries(membersOf(query.properties)).map(([name, schema]) => ({
      ...parameter('query', name, withDefault(withoutNull(membersOf(schema)), defaults[name]), required.includes(name)),
      ...(required.includes(name) ? {} : { allowEmptyValue: true as const }),
    })),
    ...Object.entries(headersOf(route)).map(([name, schema]) =>
      parameter('header', name, { type: 'string', ...schema }, false),
    ),
  ];
}

/**
 * A parameter's schema with its default, in the form that a call sends. JSON Schema alone does not show it: the default
 * comes after a conversion.
 */
function withDefault(schema: JsonSchema, value: unknown): JsonSchema {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return schema;
  return { ...schema, default: schema.type === 'string' ? String(value) : value };
}

function parameter(place: Parameter['in'], name: string, schema: JsonSchema, required: boolean): Parameter {
  const { description, ...rest } = schema;
  return {
    name,
    in: place,
    required,
    ...(typeof description === 'string' ? { description } : {}),
    schema: Object.keys(rest).length === 0 ? { type: 'string' } : rest,
  };
}

function headersOf(route: Route): NonNullable<Route['headers']> {
  if (route.conditional === true) {
    const description = 'The ETag of an earlier answer: 304 without a body while nothing changed';
    return { ...route.headers, 'If-None-Match': { description, pattern: '^.{0,1000}$' } };
  }
  if (!takesIdempotencyKey(route)) return route.headers ?? {};
  return {
    ...route.headers,
    'Idempotency-Key': {
      description: '1 to 255 visible ASCII characters; the same call with the same key is carried out once in 24 hours',
      pattern: '^[!-~]{1,255}$',
    },
  };
}

function requestBodyOf(route: Route, components: Map<string, JsonSchema>): { requestBody?: JsonSchema } {
  if (route.upload) {
    const schema = {
      type: 'object',
      properties: {
        file: { type: 'string', minLength: 1, contentMediaType: 'application/octet-stream' },
        ...(route.thumbnailBytes === undefined
          ? {}
          : { thumbnail: { type: 'string', maxLength: route.thumbnailBytes, contentMediaType: 'image/jpeg' } }),
      },
      required: ['file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const described = route.bodyDescribed ?? route.body;
  if (described === undefined) return {};
  // A body that may be empty may also be left out.
  const required = !described.safeParse({}).success || route.bodyDescribed !== undefined;
  const schema = jsonSchemaOf(described, 'input', components);
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function responsesOf(route: Route, components: Map<string, JsonSchema>): Record<string, JsonSchema> {
  const content: Record<string, JsonSchema> = {};
  if (route.answer !== undefined || route.files === undefined) {
    const data = route.answer === undefined ? {} : jsonSchemaOf(route.answer, 'output', components);
    content['application/json'] = { schema: envelope(data) };
  }
  for (const file of route.files ?? []) {
    const mediaType = file.split(';')[0] ?? file;
    // A JSON file is a JSON value; the format describes its content.
    content[mediaType] ??= mediaType.endsWith('json')
      ? {}
      : { schema: { type: 'string', contentMediaType: mediaType } };
  }
  const done = { description: route.summary, content };
  const statuses = failuresOf(route).map((status): [string, JsonSchema] => [
    String(status),
    { $ref: `#/components/responses/${STATUSES[status][0]}` },
  ]);
  const also = (route.alsoAnswers ?? []).map((status): [string, JsonSchema] => [String(status), done]);
  const same: [string, JsonSchema][] =
    route.conditional === true ? [['304', { description: 'It is as the ETag in If-None-Match names it' }]] : [];
  return Object.fromEntries([[String(route.status ?? 200), done], ...same, ...statuses, ...also]);
}

/** Possible failures of a call, by its inputs. */
function failuresOf({ access, params, query, body, method, upload, alsoAnswers }: Route): Status[] {
  const writes = method !== 'GET';
  const takesInput = params !== undefined || query !== undefined || body !== undefined || writes;
  const possible: [Status, boolean][] = [
    [400, takesInput],
    [401, access !== 'public'],
    [403, true],
    [404, true],
    [409, writes],
    [410, !writes],
    [413, writes],
    [415, writes || upload === true],
    [429, true],
    [500, true],
    [503, !(alsoAnswers ?? []).includes(503)],
  ];
  return possible.filter(([, can]) => can).map(([status]) => status);
}

const TEXT = { type: 'string' };
const SAID = { $ref: '#/components/schemas/Said' };
const REQUEST_ID = { type: 'string', description: 'As in X-Request-Id' };
const TIME = { type: 'string', format: 'date-time' };

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { success: { const: true }, data, message: TEXT, said: SAID, requestId: REQUEST_ID, timestamp: TIME },
    required: ['success', 'data', 'requestId', 'timestamp'],
    additionalProperties: false,
  };
}

const FAILURE: JsonSchema = {
  type: 'object',
  description: 'What every failure answers',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'Its class, in short' },
    message: { type: 'string', description: 'What a person reads' },
    said: SAID,
    statusCode: { type: 'integer' },
    requestId: REQUEST_ID,
    timestamp: TIME,
    details: {
      type: 'array',
      description:
        'The fields that cannot be taken, with 400; those that stand in the way, with 409, where they can be named',
      items: {
        type: 'object',
        properties: { field: TEXT, message: TEXT, said: SAID },
        required: ['field', 'message', 'said'],
        additionalProperties: false,
      },
    },
  },
  required: ['success', 'error', 'message', 'said', 'statusCode', 'requestId', 'timestamp'],
  additionalProperties: false,
};
