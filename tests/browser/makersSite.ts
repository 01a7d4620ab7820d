import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from './staff.ts';

/** A chocolate maker's site: another origin than ours. */
export interface MakersSite {
  /**
   * The address of a page with this in its body.
   * @param options.copy the page runs the site's own copy of the element, and no script of ours
   */
  page(body: string, options?: { lang?: string; dark?: boolean; copy?: boolean }): string;
  close(): Promise<void>;
}

/** As strict as a site can be and still show the element: no styles, scripts or calls but those, and no markup made of text. */
const policy = (scripts: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `connect-src ${at('')}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
const DARK = 'html { background: #101014; color: #eee }';

interface Answer {
  type: string;
  text: string;
  scripts?: string;
}

/** A plain server beside ours. */
export async function makersSite(): Promise<MakersSite> {
  const file = await (await fetch(at('/manam-proof.js'))).text();
  const { integrity }: { integrity: string } = await (await fetch(at('/manam-proof.json'))).json();
  const answers = new Map<string, Answer>([
    ['/dark.css', { type: 'text/css', text: DARK }],
    ['/copy.js', { type: 'text/javascript', text: file }],
  ]);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '/');
    if (answer === undefined) return void response.writeHead(404).end();
    const { type, text, scripts = at('') } = answer;
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy(scripts) }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    page: (body, { lang = 'en', dark = false, copy = false } = {}) => {
      const path = `/${answers.size}`;
      const sheet = dark ? '<link rel="stylesheet" href="/dark.css">' : '';
      const head = `<title>Dark 70 %</title><meta name="viewport" content="width=device-width">${sheet}`;
      const pinned = `src="${at('/manam-proof.js')}" crossorigin="anonymous" integrity="${integrity}"`;
      const script = `<script type="module" ${copy ? 'src="/copy.js"' : pinned}></script>`;
      const main = `<main><h1>Dark 70 %</h1>${body}</main>`;
      answers.set(path, {
        type: 'text/html; charset=utf-8',
        text: `<!doctype html><html lang="${lang}"><head>${head}${script}</head><body>${main}</body></html>`,
        ...(copy ? { scripts: "'self'" } : {}),
      });
      // Not by the address that ours has: another site, not just another port.
      return `http://localhost:${port}${path}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
