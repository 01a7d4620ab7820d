import { TRANSFORMATION_STEPS, type TransformationStep } from '../../../server/domain/mass/massBalance.ts';

/** Filters and page of the list of transformations. */
export interface TransformationList {
  step: TransformationStep | null;
  /** null: with and without flags */
  flagged: boolean | null;
  /** from 1 */
  page: number;
}

/** Reads the filters from the address; invalid values are ignored. */
export function transformationListOf(params: URLSearchParams): TransformationList {
  const page = Number(params.get('page'));
  const flagged = params.get('flagged');
  return {
    step: TRANSFORMATION_STEPS.find((step) => step === params.get('step')) ?? null,
    flagged: flagged === 'true' ? true : flagged === 'false' ? false : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the state into the address, and keeps other parameters. */
export function withTransformationList(before: URLSearchParams, list: TransformationList): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = {
    step: list.step ?? '',
    flagged: list.flagged === null ? '' : String(list.flagged),
    page: list.page === 1 ? '' : String(list.page),
  };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}
