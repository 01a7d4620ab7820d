export { details } from '../fr/public/details.ts';
export { recordDetails } from '../fr/recordDetails.ts';
