import details from '../../messages/en/details.json';
import page from '../../messages/en/page.json';
import { addWords } from './language.ts';

/* The staff area is in English alone: the messages of a lot's record come with its views. */
addWords('en', { ...page, ...details });
