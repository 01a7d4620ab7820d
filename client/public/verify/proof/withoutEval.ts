import { config } from 'zod/mini';

/*
 * Import before anything that creates zod schemas: the Content-Security-Policy forbids eval and would report the
 * attempt.
 */
config({ jitless: true });
