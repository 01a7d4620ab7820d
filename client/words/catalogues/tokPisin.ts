import { lotFields } from '../tpi/lotFields.ts';
import { frame } from '../tpi/public/frame.ts';
import { verify } from '../tpi/public/verify.ts';
import { record } from '../tpi/record.ts';
import { shared } from '../tpi/shared.ts';
import { customs } from '../tpi/customs.ts';

/** What the page of a lot says, and what stands on all public pages, in Tok Pisin, with the months and countries that Intl does not know. */
export const words = { ...shared, ...frame, ...lotFields, ...record, ...verify, ...customs };
