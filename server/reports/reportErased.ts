import { Refused } from '../refusal.ts';

/** A file that named people, after their erasure. */
export function refusedAsErased(): Refused {
  return new Refused({
    kind: 'gone',
    message: 'This file named people whose data was erased, so it no longer exists. The figures of the report do.',
  });
}
