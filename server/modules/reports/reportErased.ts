import { REFUSED } from '../../domain/said/refusedSaid.ts';
import { Refused } from '../../platform/errors/refusal.ts';

/** A file that named people, after their erasure. */
export function refusedAsErased(): Refused {
  return new Refused({
    kind: 'gone',
    said: REFUSED.reportErased({}),
  });
}

/** A report, or a file of one, that is not what was stored: it is shown to nobody. */
export function refusedAsChanged(): Refused {
  return new Refused({
    kind: 'conflict',
    said: REFUSED.reportChanged({}),
  });
}
