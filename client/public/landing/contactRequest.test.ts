import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Requests from './contactRequest.ts';

const request = {
  firstName: 'Ines',
  lastName: 'Peeters',
  email: 'ines@atelier.example',
  company: 'Atelier Cacao',
  message: ' ',
};

let requests: typeof Requests;
/** what was sent as a contact request */
let sent: unknown[];

/** A server with these capabilities that answers contact requests with a status; null: the line is down for them. */
function server(capabilities: readonly string[] | null, status: number | null, body: object = {}): void {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/health')) {
      if (capabilities === null) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify({ data: { capabilities } }));
    }
    sent.push([path, JSON.parse(String(init?.body))]);
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status });
  });
}

beforeEach(async () => {
  sent = [];
  // What a server offers is asked once per page.
  vi.resetModules();
  requests = await import('./contactRequest.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what is missing', () => {
  it('is each required field that holds nothing to read, never the message', () => {
    expect(requests.missingIn(requests.EMPTY_CONTACT)).toEqual(['firstName', 'lastName', 'email', 'company']);
    expect(requests.missingIn({ ...request, lastName: '  \t' })).toEqual(['lastName']);
    expect(requests.missingIn(request)).toEqual([]);
  });
});

describe('a request', () => {
  it('makes no call where requests are not kept', async () => {
    server(['search'], 202);
    expect(await requests.sendContact(request)).toEqual({ kind: 'done' });
    expect(sent).toEqual([]);
  });

  it('is sent where they are, an empty message as none', async () => {
    server(['search', 'contact-requests'], 202);
    expect(await requests.sendContact(request)).toEqual({ kind: 'done' });
    expect(sent).toEqual([['/api/v1/contact', { ...request, message: null }]]);
  });

  it('is tried where nobody could say, and done when there is no such call', async () => {
    server(null, 404);
    expect(await requests.sendContact(request)).toEqual({ kind: 'done' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['email', 400, { details: [{ field: 'email' }] }],
    ['refused', 400, { details: [{ field: 'company' }] }],
    ['refused', 400, {}],
    ['limited', 429, {}],
    ['unreached', 503, {}],
    ['unreached', null, {}],
  ])('that fails says why: %s', async (reason, status, body) => {
    server(['search', 'contact-requests'], status, body);
    expect(await requests.sendContact(request)).toEqual({ kind: 'failed', reason });
  });
});
