import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The security headers of every answer. They depend on the configuration alone, so helmet is asked once, by an instance
 * of its own, rather than for each request anew.
 */
export async function securityHeaders(config: Pick<Config, 'publicUrl'>): Promise<Record<string, string>> {
  const without = await headersOf();
  const own = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https://') ?? false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return Object.fromEntries(Object.entries(own).filter(([name]) => !(name in without)));
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
