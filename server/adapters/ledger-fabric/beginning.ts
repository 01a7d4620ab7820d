import { z } from 'zod';
import { signedHead } from '../../domain/proof/head.ts';

/**
 * The answer of `readBeginning`: which organization began the channel (MSP id), the last head of the ledger that the
 * channel replaces, or null, and whether that move has ended.
 */
export const beginning = z.object({ by: z.string(), closes: signedHead.nullable(), settled: z.boolean() });
export type Beginning = z.infer<typeof beginning>;
