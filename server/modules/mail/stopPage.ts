import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../../domain/public/publicPages.ts';
import type { MailLanguage } from '../../domain/alert/alertMailInput.ts';
import { endWhenSent, leaveWhenGone } from '../../platform/http/answer.ts';
import type { PageParts } from '../../platform/http/modulePage.ts';
import type { RequestInfo } from '../../platform/access/caller.ts';
import type { MailService } from './mailService.ts';
import type { DocumentWords } from '../../domain/messages/documents.ts';
import { escaped, mailWords } from './mailText.ts';
import { STOP_PATH } from './stopPath.ts';

interface StopPageParts extends PageParts {
  mail: MailService;
}

/** The colors are those of `client/design/colors.ts`, light and dark. */
const STYLE =
  ':root{color-scheme:light dark;--bg:#faf7f2;--fg:#2a201a;--line:#e0d7ca;--solid:#2f6b3c;--on:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#181310;--fg:#f2ebe3;--line:#3b322b;--solid:#7cc48a;--on:#0d2012}}' +
  'body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:var(--bg);color:var(--fg)}' +
  'header{padding:1rem;border-bottom:1px solid var(--line)}header,main{box-sizing:border-box;max-width:38rem;margin:auto}' +
  'main{padding:1rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}a{color:inherit;font-weight:600}' +
  'button{font:inherit;font-weight:600;padding:.75rem 1.25rem;min-height:2.75rem;border:0;border-radius:6px;background:var(--solid);color:var(--on);cursor:pointer}';
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');
/** A body says nothing that counts; mail programs send one all the same (RFC 8058). */
const BODY_BYTES = 4_096;

/**
 * The page that stops mails, without sign-in: the link itself is the right to it. Looking at it changes nothing, since mail scanners look at
 * every link; a press does, or the mail program's own button, which posts to the same address.
 */
export async function serveStopPage(app: FastifyInstance, parts: StopPageParts): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null));
    const url = `${STOP_PATH}/:token`;
    own.get<{ Params: { token: string } }>(url, (request, reply) =>
      within(parts, request, reply, async ({ token }) => {
        const language = await parts.mail.languageOf(token);
        return sendPage(reply, language, language === null ? 'unknown' : 'ask');
      }),
    );
    own.post<{ Params: { token: string } }>(url, (request, reply) =>
      within(parts, request, reply, async ({ token }, info) => {
        const language = await parts.mail.languageOf(token);
        const known = await parts.mail.stopByLink(token, info);
        return sendPage(reply, language, known ? 'done' : 'unknown');
      }),
    );
  });
}

async function within(
  { requests, requestTimeoutMs, infoOf, spend }: StopPageParts,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  work: (params: { token: string }, info: RequestInfo) => Promise<unknown>,
): Promise<unknown> {
  const scope = requests.begin(requestTimeoutMs);
  leaveWhenGone(reply, scope);
  try {
    const info = infoOf(request);
    await spend({ kind: 'anonymous' }, info, scope);
    return await scope.run(() => work(request.params, info));
  } finally {
    endWhenSent(reply, scope);
  }
}

function sendPage(reply: FastifyReply, language: MailLanguage | null, says: 'ask' | 'done' | 'unknown'): FastifyReply {
  const words = mailWords(language ?? 'en');
  return reply
    .code(says === 'unknown' ? 404 : 200)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(documentOf(words, says));
}

function documentOf({ locale, say }: DocumentWords, says: 'ask' | 'done' | 'unknown'): string {
  const act = says === 'ask' ? `<form method="post"><button>${escaped(say('email.page.act'))}</button></form>` : '';
  return (
    `<!doctype html><html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${escaped(say('email.page.title'))} - Manam-Trace</title><style>${STYLE}</style></head>` +
    `<body><header><a href="/">Manam-Trace</a></header><main><h1>${escaped(say('email.page.title'))}</h1><p>${escaped(say(`email.page.${says}`))}</p>${act}</main></body></html>`
  );
}
