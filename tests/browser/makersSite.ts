import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from './staff.ts';

/** A chocolate maker's site: another origin than ours. */
export interface MakersSite {
  /** the address of a page with this in its body */
  page(body: string, options?: { lang?: string; dark?: boolean }): string;
  close(): Promise<void>;
}

/** As strict as a site can be and still show the element: no styles, scripts or calls but those, and no markup made of text. */
const POLICY = [
  "default-src 'none'",
  `script-src ${at('')}`,
  `connect-src ${at('')}`,
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const DARK = 'html { background: #101014; color: #eee }';

/** A plain server beside ours. */
export async function makersSite(): Promise<MakersSite> {
  const pages = new Map<string, string>([['/dark.css', DARK]]);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const type = path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8';
    const text = pages.get(path);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    page: (body, { lang = 'en', dark = false } = {}) => {
      const path = `/${pages.size}`;
      const sheet = dark ? '<link rel="stylesheet" href="/dark.css">' : '';
      const head = `<title>Dark 70 %</title><meta name="viewport" content="width=device-width">${sheet}`;
      const script = `<script type="module" src="${at('/manam-proof.js')}"></script>`;
      pages.set(
        path,
        `<!doctype html><html lang="${lang}"><head>${head}${script}</head><body><main><h1>Dark 70 %</h1>${body}</main></body></html>`,
      );
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
