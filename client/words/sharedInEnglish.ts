import { pieces } from './en/pieces.ts';
import { shared } from './en/shared.ts';
import { addWords } from './language.ts';

/* The staff area speaks English alone: the words that it shares with the public pages come with its own. */
addWords('en', { ...shared, ...pieces });
