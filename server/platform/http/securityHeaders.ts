import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';

/** The security headers of an answer. @param host that the request names; null when it cannot be read */
export type SecurityHeaders = (host: string | null) => Record<string, string>;

/** Limit of hosts with cached headers: there are few, but a client may name any. */
const MOST_HOSTS = 100;
const POLICY = 'content-security-policy';

/** Features that pages use: the scanner of QR codes, a border that is paced out, links that are copied. */
const USED_FEATURES = ['camera', 'geolocation', 'screen-wake-lock', 'clipboard-write'];
/**
 * Features that no page uses, so that injected scripts cannot use them either. Features unknown to some builds of
 * Chromium are omitted, because each is a warning on every page: `bluetooth`, which asks for consent, and `web-share`,
 * which is limited to the site's own pages by default.
 */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const PERMISSIONS = [
  ...USED_FEATURES.map((feature) => `${feature}=(self)`),
  ...DENIED_FEATURES.map((feature) => `${feature}=()`),
].join(', ');

/**
 * The security headers of every answer. They depend only on the configuration and the host, so helmet runs once, in a
 * separate instance, and not for each request.
 *
 * Pages may open web sockets only to this server. Current browsers derive that from 'self', Safari before 15.4 does
 * not: so the origin is listed too, that of PUBLIC_URL, else the requested host, whose scheme is unknown.
 */
export async function securityHeaders(config: Pick<Config, 'publicUrl' | 'mapTiles'>): Promise<SecurityHeaders> {
  // Where an operator named a server for map pictures, pages of the staff area may ask that one.
  const pictures = config.mapTiles === null ? [] : [config.mapTiles.origin];
  const without = await headersOf();
  const own = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...pictures],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // As frame-ancestors, for browsers that do not know that: <manam-proof> is an element, and nothing here is shown in a frame.
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: config.publicUrl?.startsWith('https://') ?? false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const headers = {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => !(name in without))),
    'permissions-policy': PERMISSIONS,
  };
  const naming = (...sockets: string[]): Record<string, string> => ({
    ...headers,
    [POLICY]: String(own[POLICY]).replace("connect-src 'self'", ["connect-src 'self'", ...sockets].join(' ')),
  });
  if (config.publicUrl !== null) {
    const ours = naming(config.publicUrl.replace(/^http/, 'ws'));
    return () => ours;
  }
  const unnamed = naming();
  const byHost = new LRUCache<string, Record<string, string>>({ max: MOST_HOSTS });
  return (host) => {
    if (host === null) return unnamed;
    const ours = byHost.get(host) ?? naming(`ws://${host}`, `wss://${host}`);
    byHost.set(host, ours);
    return ours;
  };
}

const NOTHING = sha256('');

/**
 * The Content-Security-Policy of a public page: nothing inline but its own style elements, and the empty one that Emotion makes
 * and fills by the CSSOM (docs/decisions/0032). It opens no sockets.
 * @param styles the text of each style element
 * @param apiUrl base address of the API that the page calls; a path is on its own origin
 */
export function publicPolicy(styles: readonly string[], apiUrl: string): string {
  const api = apiUrl.startsWith('/') ? [] : [new URL(apiUrl).origin];
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${[NOTHING, ...styles.map(sha256)].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...api].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What an empty answer says, with helmet or without. */
async function headersOf(options?: Parameters<typeof helmet>[1]): Promise<Record<string, string>> {
  const probe = fastify();
  if (options !== undefined) await probe.register(helmet, options);
  probe.get('/', async (_request, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
