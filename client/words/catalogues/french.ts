import { lotFields } from '../fr/lotFields.ts';
import { frame } from '../fr/public/frame.ts';
import { verify } from '../fr/public/verify.ts';
import { record } from '../fr/record.ts';
import { shared } from '../fr/shared.ts';

/** What the page of a lot says, and what stands on all public pages, in French. */
export const words = { ...shared, ...frame, ...lotFields, ...record, ...verify };
