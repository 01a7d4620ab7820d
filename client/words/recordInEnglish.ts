import { record } from './en/record.ts';
import { recordDetails } from './en/recordDetails.ts';
import { addWords } from './language.ts';

/* The staff area speaks English alone: the words of a lot's record come with its views. */
addWords('en', { ...record, ...recordDetails });
