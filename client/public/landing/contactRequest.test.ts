import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_CONTACT, missingIn, sendContact } from './contactRequest.ts';

const request = {
  firstName: 'Ines',
  lastName: 'Peeters',
  email: 'ines@atelier.example',
  company: 'Atelier Cacao',
  message: ' ',
};

/** request bodies sent */
let sent: unknown[] = [];

/** A server that responds to contact requests with a status; null: network error. */
function server(status: number | null, body: object = {}): void {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    sent.push([path, JSON.parse(String(init?.body))]);
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status });
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what is missing', () => {
  it('is each required field that holds nothing to read, never the message', () => {
    expect(missingIn(EMPTY_CONTACT)).toEqual(['firstName', 'lastName', 'email', 'company']);
    expect(missingIn({ ...request, lastName: '  \t' })).toEqual(['lastName']);
    expect(missingIn(request)).toEqual([]);
  });
});

describe('a request', () => {
  it('makes no call where requests are not kept', async () => {
    server(202);
    expect(await sendContact(request, false)).toEqual({ kind: 'done' });
    expect(sent).toEqual([]);
  });

  it('is sent where they are, an empty message as none', async () => {
    server(202);
    expect(await sendContact(request, true)).toEqual({ kind: 'done' });
    expect(sent).toEqual([['/api/v1/contact', { ...request, message: null }]]);
  });

  it('is done where there is no such call', async () => {
    server(404);
    expect(await sendContact(request, true)).toEqual({ kind: 'done' });
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
    server(status, body);
    expect(await sendContact(request, true)).toEqual({ kind: 'failed', reason });
  });
});
