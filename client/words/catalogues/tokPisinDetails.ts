export { details } from '../tpi/public/details.ts';
export { recordDetails } from '../tpi/recordDetails.ts';
