import { once } from 'node:events';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newsHeard } from '../../support/newsHeard.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS, AccessTokens } from '../../../server/modules/identity/accessTokens.ts';
import { ACCOUNTS } from '../../../server/modules/identity/signedIdentity.ts';
import { newLot } from '../../support/newLot.ts';
import { openSocket, type Operation } from '../../support/socketClient.ts';
import { createTestApp, TEST_SECRET, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { resign } from '../../support/sealed.ts';
import { servicesOf } from '../../support/services.ts';

const LOT_CHANGED = 'subscription { lotChanged { kind lotId } }';
const ALERT_CHANGED = 'subscription { alertChanged { kind } }';
const HEALTH = '{ health { status } }';
/** operations under way on one socket (docs/api.md) */
const AT_ONCE = 20;
/** answered with as much again */
const PING = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(200_000) } });
/** more than the system itself keeps of a connection */
const MANY_PINGS = 400;

let server: TestApp;
let farmer: Person;
let processor: Person;
let admin: Person;
/** the end of a socket whose client does not sign in */
let wordless: Promise<unknown[]>;

beforeAll(async () => {
  server = await createTestApp();
  // Begun here: it is waited for while the others run.
  wordless = once(new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws'), 'close');
  farmer = await server.person('farmer');
  processor = await server.person('processor');
  admin = await server.person('admin');
});
// A stream begins with what happens then, not with late news of the test before.
beforeEach(() => newsHeard(server));

afterAll(async () => {
  await server?.stop();
});

/** The person's token as it was this many seconds ago: it ends so much sooner. */
async function tokenEndingIn(seconds: number, { accessToken }: Person): Promise<string> {
  const { sub, sid } = z.object({ sub: z.string(), sid: z.string() }).parse(decodeJwt(accessToken));
  const issuedAt = () => new Date(Date.now() - (ACCESS_TOKEN_SECONDS - seconds) * 1_000);
  return (await new AccessTokens(TEST_SECRET, issuedAt).issue(sub, sid)).token;
}

/** The first message of a stream about this lot; lots of earlier tests may still be recorded and checked. */
async function newsOf(stream: Operation, lotId: string): Promise<unknown> {
  for (;;) {
    const { data } = await stream.next();
    if (data?.['lotChanged'].lotId === lotId) return data;
  }
}

/** A socket without a client library, once the server knows who it is. */
async function acknowledged(): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  return socket;
}

/** Sockets that the server holds open. */
async function openAtServer(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^manam_web_sockets (\d+)$/m.exec(metrics)?.[1]);
}

async function createLot(): Promise<string> {
  const { data } = await processor.rest.send('POST', '/lots', newLot());
  return data.lot.lotId;
}

describe('an anonymous socket', () => {
  it('asks what anyone may ask, and is told to log in for the rest', async () => {
    const socket = await openSocket(server.url);
    expect(await socket.run(HEALTH)).toEqual({ data: { health: { status: 'ok' } }, errors: [] });
    for (const query of [LOT_CHANGED, ALERT_CHANGED, '{ lots { pagination { total } } }']) {
      const { data, errors } = await socket.run(query);
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([
        { message: 'Please log in to continue.', extensions: { code: 'UNAUTHENTICATED' } },
      ]);
    }
    await socket.close();
  });

  it('is not one by another address', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/lots`, 'graphql-transport-ws');
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('404');
  });
});

describe('a message that no client sends', () => {
  const subscribe = (id: string) => JSON.stringify({ type: 'subscribe', id, payload: { query: LOT_CHANGED } });
  const longest = 'é'.repeat(32);

  it.each<[what: string, messages: string[], code: number]>([
    ['an answer', ['{"type":"next","id":"1","payload":{"data":null}}'], 4400],
    ['errors', ['{"type":"error","id":"1","payload":[{"message":"x"}]}'], 4400],
    ['a welcome', ['{"type":"connection_ack"}'], 4400],
    ['an operation whose id is too long', [subscribe(`${longest}é`)], 4400],
    ['an operation whose id is taken', [subscribe(longest), subscribe(longest)], 4409],
    ['one that is too large', [' '.repeat(256 * 1024 + 1)], 1009],
  ])('%s, ends its socket and is no error of ours', async (_what, messages, code) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${farmer.accessToken}` } }),
    );
    await once(socket, 'message');
    for (const message of messages) socket.send(message);
    const [closed] = await once(socket, 'close');
    expect([closed, said.mock.calls]).toEqual([code, []]);
    said.mockRestore();
  });
});

describe('a socket whose client reads no answers', () => {
  it('is cut off rather than kept in memory', async () => {
    const socket = await acknowledged();
    socket.pause();
    for (let sent = 0; sent < MANY_PINGS && socket.readyState === WebSocket.OPEN; sent += 1) {
      await new Promise<void>((resolve) => socket.send(PING, () => resolve()));
    }
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
    socket.terminate();
  });
});

describe('a message on a socket', () => {
  it('may be 256 kB and no more', async () => {
    const socket = await acknowledged();
    const closed = once(socket, 'close');
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(256 * 1024) } }));
    const [code] = await closed;
    expect(code).toBe(1009);
  });
});

describe("a socket's token", () => {
  it('opens it until the token ends: then it is closed with 4403', async () => {
    const socket = await openSocket(server.url, await tokenEndingIn(4, processor));
    const stream = socket.begin(LOT_CHANGED);
    expect((await socket.run('{ me { role } }')).data).toEqual({ me: { role: 'processor' } });
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Token expired' });
    expect(await stream.ended).toMatchObject([{ message: 'Closed with 4403' }]);
  });

  it.each([
    ['expired', () => tokenEndingIn(-60, processor)],
    ['tampered with', async () => `${processor.accessToken.slice(0, -8)}AAAAAAAA`],
    ['of another kind', async () => 'no-token'],
    [
      'of a session that has ended',
      async () => {
        const { rest, refreshToken, accessToken } = await server.person('farmer');
        await rest.send('POST', '/auth/logout', { refreshToken });
        return accessToken;
      },
    ],
  ])('closes it with 4403 when it is %s', async (_, token) => {
    const socket = await openSocket(server.url, await token());
    expect((await socket.closed).code).toBe(4403);
  });
});

describe('a session that ends while it is asked who opens a socket with it', () => {
  it('closes that socket too', async () => {
    const person = await server.person('auditor');
    const { identity } = servicesOf(server.app);
    const authenticate = identity.authenticate.bind(identity);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    identity.authenticate = async (token, address) => {
      const caller = await authenticate(token, address);
      asked.resolve();
      await answered.promise;
      return caller;
    };
    try {
      const opening = openSocket(server.url, person.accessToken);
      await asked.promise;
      identity.authenticate = authenticate;
      await person.rest.send('POST', '/auth/logout', { refreshToken: person.refreshToken });
      expect((await (await opening).closed).code).toBe(4403);
    } finally {
      identity.authenticate = authenticate;
      answered.resolve();
    }
  });
});

describe('a socket that is gone before it is known who opened it', () => {
  it('is asked about no more', async () => {
    const person = await server.person('auditor');
    const { data } = await server.rest.send('POST', '/auth/login', person);
    const stays = await openSocket(server.url, data.access_token);
    const { identity } = servicesOf(server.app);
    const [authenticate, tokenExpiry] = [identity.authenticate.bind(identity), identity.tokenExpiry.bind(identity)];
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const askedAbout: string[] = [];
    identity.tokenExpiry = async (token) => {
      asked.resolve();
      await answered.promise;
      return tokenExpiry(token);
    };
    identity.authenticate = async (token, address) => {
      askedAbout.push(token);
      return authenticate(token, address);
    };
    try {
      const before = await openAtServer();
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      const payload = { authorization: `Bearer ${person.accessToken}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      await asked.promise;
      socket.terminate();
      await until(async () => (await openAtServer()) === before, 'the server to see the socket gone');
      answered.resolve();
      await until(() => askedAbout.includes(person.accessToken), 'the server to ask who opened it');
      askedAbout.length = 0;
      // News of the person: each socket of theirs is looked at.
      await admin.rest.send('PATCH', `/users/${person.userId}`, { name: 'Elena Quispe' });
      await until(() => askedAbout.includes(data.access_token), 'the other socket to be looked at');
      expect(askedAbout).not.toContain(person.accessToken);
    } finally {
      answered.resolve();
      Object.assign(identity, { authenticate, tokenExpiry });
    }
    await stays.close();
  });
});

describe('operations on one socket', () => {
  it('are so many at once and no more, also when they come in one burst', async () => {
    const socket = await openSocket(server.url, processor.accessToken);
    const streams = Array.from({ length: AT_ONCE + 5 }, () => socket.begin(LOT_CHANGED));
    const refused = await Promise.all(streams.slice(AT_ONCE).map(({ ended }) => ended));
    expect(refused.flat()).toHaveLength(5);
    for (const { message } of refused.flat()) expect(message).toBe('Too many operations on one socket');
    expect((await socket.run(HEALTH)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    // The others stand.
    const lotId = await createLot();
    const seen = await Promise.all(streams.slice(0, AT_ONCE).map((stream) => newsOf(stream, lotId)));
    expect(seen).toEqual(Array.from({ length: AT_ONCE }, () => ({ lotChanged: { kind: 'CREATED', lotId } })));
    await socket.close();
  });

  it('give their place free when they end: by the client, by themselves, by a refusal', async () => {
    const socket = await openSocket(server.url, processor.accessToken);
    for (let i = 0; i < AT_ONCE + 1; i++) {
      expect((await socket.run(HEALTH)).errors).toEqual([]);
      expect((await socket.run('{ nothing }')).errors).not.toEqual([]);
      expect((await socket.run('{ lots { ')).errors).not.toEqual([]);
    }
    for (let round = 0; round < 3; round++) {
      const streams = Array.from({ length: AT_ONCE }, () => socket.begin(LOT_CHANGED));
      for (const stream of streams) stream.stop();
      // Refused, but stopped before the refusal.
      for (let i = 0; i < AT_ONCE; i++) socket.begin('{ nothing }').stop();
    }
    await until(async () => (await socket.run(HEALTH)).errors.length === 0, 'the places to be free again');
    const streams = Array.from({ length: AT_ONCE }, () => socket.begin(ALERT_CHANGED));
    expect((await socket.run(HEALTH)).errors).toHaveLength(1);
    for (const stream of streams) stream.stop();
    await socket.close();
  });

  it('leave no listener behind: news is loaded for nobody once everybody is gone', async () => {
    const { lotReader } = servicesOf(server.app);
    const loaded: string[][] = [];
    const byIds = lotReader.byIds.bind(lotReader);
    lotReader.byIds = (scope, ids) => {
      loaded.push([...ids]);
      return byIds(scope, ids);
    };
    try {
      const recorded = async (): Promise<string> => {
        const lot = await processor.rest.send('POST', '/lots', newLot());
        const log = 'select 1 from lot where id = $1 and ledger_status = $2';
        await until(() => server.app.database.row(log, [lot.data.lot.id, 'recorded']), 'the lot to be recorded');
        return lot.data.lot.id;
      };
      const stayed = await openSocket(server.url, processor.accessToken);
      const stream = stayed.begin(LOT_CHANGED);
      await stayed.run(HEALTH);
      const watched = await recorded();
      await until(() => loaded.flat().includes(watched), 'the news to be loaded');
      for (let i = 0; i < 50; i++) {
        const socket = await openSocket(server.url, processor.accessToken);
        socket.begin(i % 2 === 0 ? LOT_CHANGED : ALERT_CHANGED);
        await socket.run(HEALTH);
        await socket.close();
      }
      stream.stop();
      let unwatched = watched;
      await until(async () => {
        unwatched = await recorded();
        return !loaded.flat().includes(unwatched);
      }, 'the listeners to be gone');
      expect(loaded.flat()).not.toContain(unwatched);
      await stayed.close();
    } finally {
      lotReader.byIds = byIds;
    }
  });
});

describe('a stream', () => {
  it.each([
    ['account is disabled', 'update app_user set disabled_at = now() where id = $1', 'disabled'],
    ['session ends', 'update session set ended_at = now() where user_id = $1', 'session-ended'],
  ])("ends when its owner's %s, without waiting for the next lot", async (_, change, kind) => {
    const person = await server.person('auditor');
    const socket = await openSocket(server.url, person.accessToken);
    const streams = [socket.begin(LOT_CHANGED), socket.begin(ALERT_CHANGED)];
    expect((await socket.run('{ me { role } }')).errors).toEqual([]);
    await server.app.database.rows(change, [person.userId]);
    await resign(server.app.database, ACCOUNTS, person.userId);
    await server.app.database.rows("insert into event_log (topic, kind, user_id) values ('user', $2, $1)", [
      person.userId,
      kind,
    ]);
    for (const stream of streams) {
      // The stream ends, or the whole socket with it.
      expect([[], [{ message: 'Closed with 4403' }]]).toContainEqual(await stream.ended);
    }
    expect((await person.graphql.run('{ me { role } }')).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    await socket.close();
  });

  it('of somebody else goes on', async () => {
    const person = await server.person('auditor');
    const socket = await openSocket(server.url, farmer.accessToken);
    const stream = socket.begin(LOT_CHANGED);
    await socket.run(HEALTH);
    await person.rest.send('POST', '/auth/logout', { refreshToken: person.refreshToken });
    const lotId = await createLot();
    expect(await newsOf(stream, lotId)).toEqual({ lotChanged: { kind: 'CREATED', lotId } });
    await socket.close();
  });
});

describe('a socket on which nobody says who opened it', () => {
  it('is closed after 10 s', async () => {
    const [code] = await wordless;
    expect(code).toBe(4408);
  });
});

describe('the end of the server', () => {
  it('closes every socket as going away, and takes no new one', async () => {
    const ending = await createTestApp({ database: server.databaseUrl, env: { ROLE: 'web' } });
    const [anonymous, signedIn] = await Promise.all([
      openSocket(ending.url),
      openSocket(ending.url, processor.accessToken),
    ]);
    const stream = signedIn.begin(LOT_CHANGED);
    await signedIn.run(HEALTH);
    await ending.stop();
    expect((await anonymous.closed).code).toBe(1001);
    expect((await signedIn.closed).code).toBe(1001);
    expect(await stream.ended).toMatchObject([{ message: 'Closed with 1001' }]);
    await expect(openSocket(ending.url)).rejects.toThrow();
  });
});
