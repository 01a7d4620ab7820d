import { z } from 'zod';

const envelope = z.looseObject({
  success: z.boolean(),
  data: z.unknown().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  statusCode: z.number().optional(),
  requestId: z.string(),
  timestamp: z.iso.datetime(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: z.infer<typeof envelope>;
  // Tests read answers by the paths that the contract names; a wrong path fails the expectation that reads it.
  data: ReturnType<typeof JSON.parse>;
}

export interface RestClient {
  get(path: string, headers?: Record<string, string>): Promise<RestAnswer>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  /** posts a form, such as an upload */
  form(path: string, form: FormData, headers?: Record<string, string>): Promise<RestAnswer>;
}

/** Calls `/api/v1` over HTTP; every answer must be in the envelope. */
export function restClient(url: string, token?: string): RestClient {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answerOf = async (response: Response): Promise<RestAnswer> => {
    const parsed = envelope.parse(await response.json());
    return { status: response.status, headers: response.headers, body: parsed, data: parsed.data };
  };
  const send: RestClient['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(response);
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    form: async (path, form, headers = {}) =>
      answerOf(
        await fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { ...authorization, ...headers }, body: form }),
      ),
  };
}
