import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';

/** The refusal for a file that named persons and was erased. */
export function refusedAsErased(): Refused {
  return new Refused({
    kind: 'gone',
    said: REFUSED.reportErased({}),
  });
}

/** The refusal for a report or file that differs from what was stored. It is not shown. */
export function refusedAsChanged(): Refused {
  return new Refused({
    kind: 'conflict',
    said: REFUSED.reportChanged({}),
  });
}
