import page from '../../messages/en/page.json';
import pieces from '../../messages/en/pieces.json';
import { addWords } from './language.ts';

/* The staff area is English only: the messages that it shares with the public pages load with its own. */
addWords('en', { ...page, ...pieces });
