import { lotFields } from '../en/lotFields.ts';
import { frame } from '../en/public/frame.ts';
import { verify } from '../en/public/verify.ts';
import { record } from '../en/record.ts';
import { shared } from '../en/shared.ts';

/** What the page of a lot says, and what stands on all public pages, in English. */
export const words = { ...shared, ...frame, ...lotFields, ...record, ...verify };
