export { details } from '../es/public/details.ts';
export { recordDetails } from '../es/recordDetails.ts';
