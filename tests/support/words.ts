import { PUBLIC_LOCALES } from '../../server/domain/public/publicPages.ts';
import '../../client/words/recordInEnglish.ts';
import { loadWords, WORDS_PARTS } from '../../client/words/publicLanguages.ts';

// Public pages load the words of one language before they are drawn (client/public/main.tsx); here all are there.
await Promise.all(PUBLIC_LOCALES.map((locale) => loadWords(locale, WORDS_PARTS)));
