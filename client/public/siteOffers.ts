import { createContext } from 'react';
import type { SiteOffers } from '../../server/domain/public/publicPages.ts';

/** Defaults if the server sends none: the contact form sends its request, so that a success message is never wrong. */
export const UNKNOWN_OFFERS: SiteOffers = { demoLots: false, keepsContacts: true, operator: '' };

/** The features of the server that sent the page, and who runs it. */
export const Offers = createContext(UNKNOWN_OFFERS);
