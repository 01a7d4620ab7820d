import { createContext } from 'react';
import type { SiteOffers } from '../../server/domain/public/publicPages.ts';

/** Where no server says so: a request is tried, since nobody is thanked for one that was lost. */
export const UNKNOWN_OFFERS: SiteOffers = { demoLots: false, keepsContacts: true };

/** What the server that gave the page offers. */
export const Offers = createContext(UNKNOWN_OFFERS);
