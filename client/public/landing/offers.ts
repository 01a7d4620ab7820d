import { useEffect, useState } from 'react';
import { hasCapability } from '../verify/publicAnswers.ts';

/** The lot of the demonstration that a visitor is sent to. */
export const DEMO_LOT = 'LOT701';

/** What this server offers to the first page, as its public health answer says. */
export interface Offers {
  /** lots of the demonstration are loaded */
  demoLots: boolean;
  /** contact requests are kept (CONTACT=store); null: not known */
  keepsContacts: boolean | null;
}

const UNKNOWN: Offers = { demoLots: false, keepsContacts: null };
let asked: Promise<Offers> | null = null;

async function ask(): Promise<Offers> {
  try {
    const answer: unknown = await (await fetch('/api/v1/lots/public/health')).json();
    return {
      demoLots: hasCapability(answer, 'demo-lots'),
      keepsContacts: hasCapability(answer, 'search') ? hasCapability(answer, 'contact-requests') : null,
    };
  } catch {
    asked = null;
    return UNKNOWN;
  }
}

/** Asked once per page; again where there was no answer. */
export function askOffers(): Promise<Offers> {
  asked ??= ask();
  return asked;
}

/** As `askOffers`; until it is answered, nothing is offered. */
export function useOffers(): Offers {
  const [offers, setOffers] = useState(UNKNOWN);
  useEffect(() => {
    let isWanted = true;
    const show = (told: Offers): void => {
      if (isWanted) setOffers(told);
    };
    askOffers().then(show, () => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return offers;
}
