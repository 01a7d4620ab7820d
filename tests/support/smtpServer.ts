import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail as the server took it. */
export interface TakenMail {
  from: string;
  to: string[];
  /** by lower-case name, unfolded and decoded */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** What is done at a step instead of what is usual: another answer, none, or the line is cut; at `taken` after the mail was taken. */
export type AtStep = string | 'none' | 'cut';
export type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'taken' | 'QUIT';

/** A mail server of our own, line by line, that can be made to fail at each step. */
export class SmtpServer {
  readonly mails: TakenMail[] = [];
  /** the first words of what clients said */
  readonly steps: string[] = [];
  at: Partial<Record<Step, AtStep>> = {};
  /** an address that it does not know */
  refuses: string | null = null;
  /** what it says it can, beside nothing */
  offers: string[] = [];
  #server: Server | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Begins to listen, on the same port as before. */
  async start(): Promise<void> {
    if (this.#server !== null) return;
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Goes away: nothing listens on its port. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }

  /** Forgets what came, and fails nowhere. */
  async reset(): Promise<void> {
    this.mails.length = 0;
    this.steps.length = 0;
    this.at = {};
    this.refuses = null;
    this.offers = [];
    await this.start();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    const mail = { from: '', to: new Array<string>() };
    let waiting = '';
    let inData = false;
    const answer = (step: Step, usual: string): boolean => {
      const other = this.at[step];
      if (other === 'cut') socket.destroy();
      else if (other !== 'none') socket.write(`${other ?? usual}\r\n`);
      return other === undefined;
    };
    answer('greeting', '220 test ESMTP');
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1');
      for (;;) {
        const end = inData ? waiting.indexOf('\r\n.\r\n') : waiting.indexOf('\r\n');
        if (end < 0) return;
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          this.mails.push({ ...mail, to: [...mail.to], ...read(line.replaceAll('\r\n..', '\r\n.')) });
          answer('taken', '250 OK');
          continue;
        }
        const step = (/^\w+/.exec(line)?.[0] ?? '').toUpperCase();
        this.steps.push(step);
        const address = /<(.*?)>/.exec(line)?.[1] ?? '';
        if (step === 'EHLO')
          answer(
            'EHLO',
            ['test', ...this.offers].map((one, i, all) => `250${i === all.length - 1 ? ' ' : '-'}${one}`).join('\r\n'),
          );
        else if (step === 'STARTTLS') answer('STARTTLS', '454 no TLS today');
        else if (step === 'AUTH') answer('AUTH', '235 welcome');
        else if (step === 'MAIL') {
          mail.from = address;
          mail.to = [];
          answer('MAIL', '250 OK');
        } else if (step === 'RCPT') {
          if (address === this.refuses) socket.write(`550 5.1.1 no mailbox ${address}\r\n`);
          else if (answer('RCPT', '250 OK')) mail.to.push(address);
        } else if (step === 'DATA') inData = answer('DATA', '354 go on');
        else if (step === 'QUIT') {
          answer('QUIT', '221 bye');
          socket.end();
        } else socket.write('250 OK\r\n');
      }
    });
  }
}

function read(raw: string): Pick<TakenMail, 'headers' | 'text' | 'html' | 'raw'> {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const texts = parts.map((part) => {
    const { headers: own, body: coded } = partOf(part.replace(/^\r\n/, ''));
    const text = decoded(coded, own['content-transfer-encoding'] ?? '').replaceAll('\r\n', '\n');
    return { type: own['content-type'] ?? '', text };
  });
  const of = (type: string): string => texts.find((part) => part.type.startsWith(type))?.text ?? '';
  return { headers, text: of('text/plain'), html: of('text/html'), raw };
}

function partOf(part: string): { headers: Record<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const lines = part
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), word(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: part.slice(end + 4) };
}

/** Encoded words of headers (RFC 2047). */
function word(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_whole, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decoded(text: string, coding: string): string {
  if (coding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (coding !== 'quoted-printable') return Buffer.from(text, 'latin1').toString('utf8');
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
