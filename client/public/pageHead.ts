import { landingWordsIn } from '../words/landingWords.ts';
import { textWordsIn } from '../words/textWords.ts';
import { verifyWordsIn } from '../words/verifyWords.ts';
import type { PageName } from './pages.ts';
import type { GivenLot } from './verify/givenLot.ts';
import { recordVerdict, verdictOf } from './verify/words.ts';

/** Metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** title of link previews */
  shared: string;
  /** canonical path from the site's root; null for a page about something missing */
  home: string | null;
}

export function pageHead(name: PageName, given: GivenLot | null, locale: string): PageHead {
  if (name === 'verify') return given === null ? searchHead(locale) : lotHead(given, locale);
  if (name === 'landing') {
    const { say } = landingWordsIn(locale);
    return { title: say('app.name'), description: say('landing.lead'), shared: say('landing.title'), home: '/' };
  }
  const { say } = textWordsIn(locale);
  const title = say(`${name}.title`);
  return {
    title: say('app.title', { page: title }),
    description: say(`${name}.lead`),
    shared: title,
    // The address of a link is a secret, and its page is for no search engine.
    home: name === 'buyer' ? null : `/${name}`,
  };
}

function searchHead(locale: string): PageHead {
  const { say } = verifyWordsIn(locale);
  const title = say('app.title', { page: say('verify.title') });
  return { title, description: say('start.lead'), shared: say('start.title'), home: '/verify' };
}

function lotHead({ lot }: GivenLot, locale: string): PageHead {
  const words = verifyWordsIn(locale);
  const { say } = words;
  if (lot.status !== 'ready') return { ...searchHead(locale), home: null };
  const { lotId } = lot.value.lot;
  const name = say('result.title', { lotId });
  // In the order of the page: a mismatch with the record comes before any claim.
  const record = recordVerdict(words, lot.value.verification);
  const checked = lot.value.verification?.lastVerified ?? null;
  const verdict =
    record?.tone === 'alarm'
      ? record.text
      : verdictOf(words, lot.value, checked === null ? null : new Date(checked)).text;
  return {
    title: say('app.title', { page: name }),
    description: say('head.lot', { lotId }),
    shared: say('head.shared', { name, verdict }),
    home: `/verify/${lotId}`,
  };
}
