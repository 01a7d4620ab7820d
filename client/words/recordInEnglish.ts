import details from '../../messages/en/details.json';
import page from '../../messages/en/page.json';
import { addWords } from './language.ts';

/* The staff area is English only: the messages of a lot's record load with its views. */
addWords('en', { ...page, ...details });
