import { describe, expect, it } from 'vitest';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { alertListing } from './alertInput.ts';

describe('the filters of alerts', () => {
  it.each([
    ['lotId', '701', 'call.lot', 'lotId must be the ID of a lot'],
    ['lotId', 701, 'call.lot', 'lotId must be the ID of a lot'],
    ['farmId', 'a b', 'call.farm', 'farmId must be the ID of a farm'],
  ])('refuse %s %j by a code beside its text', (field, value, code, text) => {
    let refused: unknown;
    try {
      parseInput(alertListing, { [field]: value });
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      refusal: { details: [{ field, message: text, said: { code, values: { field } } }] },
    });
  });
});
