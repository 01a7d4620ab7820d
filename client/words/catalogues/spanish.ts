import { lotFields } from '../es/lotFields.ts';
import { frame } from '../es/public/frame.ts';
import { verify } from '../es/public/verify.ts';
import { record } from '../es/record.ts';
import { shared } from '../es/shared.ts';

/** What the page of a lot says, and what stands on all public pages, in the Spanish of Latin America. */
export const words = { ...shared, ...frame, ...lotFields, ...record, ...verify };
