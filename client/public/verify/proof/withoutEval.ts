import { config } from 'zod/mini';

/*
 * Imported before anything that makes rules of zod: the Content-Security-Policy forbids code made of text, and would report the attempt.
 */
config({ jitless: true });
