import { Refused } from '../refusal.ts';

/** A file that named people, after their erasure. */
export function refusedAsErased(): Refused {
  return new Refused({
    kind: 'gone',
    message: 'This file named people whose data was erased, so it no longer exists. The figures of the report do.',
  });
}

/** A report, or a file of one, that is not what was stored: it is shown to nobody. */
export function refusedAsChanged(): Refused {
  return new Refused({
    kind: 'conflict',
    message: 'This report is not as it was stored: it was changed in the database, so it is not shown.',
  });
}
