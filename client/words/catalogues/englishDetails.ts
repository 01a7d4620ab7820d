export { details } from '../en/public/details.ts';
export { recordDetails } from '../en/recordDetails.ts';
