import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between a server and its database: it can fail in the ways that networks do. */
export interface DatabaseLink {
  /** of the database, through the link */
  url: string;
  /** from now on no data passes, and no error is raised */
  hang(): void;
  /** over open connections no data passes any more, and no error is raised; new ones work */
  strand(): void;
  /** closes all connections and refuses new ones, until `restore` */
  cut(): void;
  restore(): void;
  /** from now on it leads to another database, on this machine: its connections are closed */
  leadTo(url: string): void;
  /** connections on which something was sent that did not get through */
  swallowing(): number;
  /** connections that are open */
  connections(): number;
  close(): Promise<void>;
}

/** Opens a link to a database. @param url of the database itself, on this machine */
export async function linkTo(url: string): Promise<DatabaseLink> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const swallowing = new Set<Socket>();
  const stranded = new Set<Socket>();
  let state: 'open' | 'hung' | 'cut' = 'open';
  const keep = (socket: Socket, other: () => Socket | null): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (state !== 'hung') other()?.destroy();
    });
    return socket;
  };
  const server: Server = createServer((near) => {
    let far: Socket | null = null;
    keep(near, () => far);
    if (state === 'cut') near.destroy();
    if (state !== 'open') return;
    const there = keep(connect(Number(target.port), target.hostname), () => near);
    far = there;
    near.on('data', (bytes) => {
      if (state === 'open' && !stranded.has(near)) there.write(bytes);
      else swallowing.add(near);
    });
    there.on('data', (bytes) => state === 'open' && !stranded.has(near) && near.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    hang: () => {
      state = 'hung';
    },
    strand: () => {
      for (const socket of sockets) stranded.add(socket);
    },
    cut: () => {
      state = 'cut';
      destroyAll();
    },
    restore: () => {
      state = 'open';
    },
    leadTo: (other) => {
      target = new URL(other);
      destroyAll();
    },
    swallowing: () => swallowing.size,
    connections: () => sockets.size,
    close: async () => {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
