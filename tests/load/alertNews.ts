import { print } from 'graphql';
import { WebSocket, type RawData } from 'ws';
import { AlertChangedDocument, LotsChangedDocument } from '../../client/graphql/generated.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { Role } from '../../server/domain/access/permissions.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { raiseSmoke } from '../support/raiseAlert.ts';
import { restClient } from '../support/restClient.ts';
import { processorMs } from './processorTime.ts';

/** As many as an address may have, 50 of each account. */
const SOCKETS = 1_000;
const PER_ACCOUNT = 50;
const ALERTS = 10;
const PASSWORD = 'correct-horse-1';
/** Everybody here may see the alert: the farmers are of its farm. */
const ROLES: readonly Role[] = ['admin', 'auditor', 'processor', 'farmer'];

/** One socket, which reports when it gets an alert. */
interface Ear {
  socket: WebSocket;
  heard: Promise<number>;
}

/**
 * How long an alert takes until everybody has heard of it.
 * @param database of the server, as the program is connected to it
 * @param parts.pid process of the server
 * @param parts.lotId of the lot whose alerts they are
 * @returns lines of text
 */
export async function measureAlertNews(parts: {
  url: string;
  database: Database;
  pid: number;
  lotId: string;
}): Promise<string[]> {
  const { url, database, pid } = parts;
  const lot = await database.row<{ id: string; farmId: string }>(
    'select id, farm_id as "farmId" from lot where lot_id = $1',
    [parts.lotId],
  );
  if (lot === null) throw new Error(`There is no lot ${parts.lotId}`);
  const { id: lotUuid, farmId: ownFarm } = lot;
  const tokens: string[] = [];
  for (let account = 0; account < SOCKETS / PER_ACCOUNT; account += 1) tokens.push(await tokenOf(account));
  const ears: Ear[] = [];
  for (const token of tokens) {
    ears.push(...(await Promise.all(Array.from({ length: PER_ACCOUNT }, () => listen(url, token)))));
  }
  const first: number[] = [];
  const last: number[] = [];
  const workBefore = processorMs(pid);
  for (let alert = 0; alert < ALERTS; alert += 1) {
    for (const ear of ears) ear.heard = hears(ear.socket);
    await raiseSmoke(database, lotUuid);
    const raised = performance.now();
    const after = (await Promise.all(ears.map(({ heard }) => heard))).map((at) => at - raised);
    first.push(Math.min(...after));
    last.push(Math.max(...after));
  }
  const work = (processorMs(pid) - workBefore) / ALERTS;
  for (const { socket } of ears) socket.terminate();
  const text = (values: number[]): string => {
    const sorted = values.toSorted((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms (median of ${ALERTS}), ${sorted.at(-1)?.toFixed(0)} ms at most`;
  };
  return [
    `An alert with ${SOCKETS} sockets open, each with two subscriptions, of ${tokens.length} accounts in four roles: ` +
      `the first hears of it after ${text(first)}, the last after ${text(last)}; ${work.toFixed(0)} ms of the server's processor time for each, its recording included.`,
  ];

  async function tokenOf(number: number): Promise<string> {
    const role = ROLES[number % ROLES.length] ?? 'admin';
    const username = `ears${number}`;
    const farmId = role === 'farmer' ? ownFarm : '';
    await new UserService({ database }).addUser({ username, name: username, role, farmId, password: PASSWORD });
    const { status, data, body } = await restClient(url).send('POST', '/auth/login', { username, password: PASSWORD });
    if (status !== 200) throw new Error(`${username} could not sign in: ${body.message}`);
    return String(data.access_token);
  }
}

/** Opens a socket that follows what the shell of the admin area follows. */
async function listen(url: string, token: string): Promise<Ear> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const begun = Promise.withResolvers<void>();
  socket.on('error', begun.reject);
  socket.on('close', (code, reason) => begun.reject(new Error(`A socket was closed: ${code} ${reason.toString()}`)));
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })),
  );
  socket.on('message', (data: RawData) => {
    const text = String(data);
    if (text.includes('"connection_ack"')) {
      for (const [at, document] of [LotsChangedDocument, AlertChangedDocument].entries()) {
        socket.send(JSON.stringify({ type: 'subscribe', id: String(at), payload: { query: print(document) } }));
      }
      // Answered after the subscriptions have begun: what comes over one socket is taken in order.
      socket.send(JSON.stringify({ type: 'subscribe', id: 'ready', payload: { query: '{ __typename }' } }));
    } else if (text.includes('"ready"')) begun.resolve();
    else if (text.includes('"error"')) begun.reject(new Error(text.slice(0, 300)));
  });
  await begun.promise;
  return { socket, heard: Promise.resolve(0) };
}

/** Time of the next alert. */
function hears(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    const onMessage = (data: RawData): void => {
      if (!String(data).includes('alertChanged')) return;
      socket.off('message', onMessage);
      resolve(performance.now());
    };
    socket.on('message', onMessage);
  });
}
