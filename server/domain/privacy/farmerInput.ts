import { z } from 'zod';
import { latestCalendarDay, lotFields } from '../lot/lotInput.ts';

const lotField = lotFields(latestCalendarDay(new Date()));

/** A farmer without an account, as an admin names them. */
export const farmerInput = z.strictObject({
  farmId: lotField.farmId.describe('Farm of the farmer'),
  farmerName: lotField.farmerName.describe(
    "The farmer's whole name as lots have it; compared trimmed, without case, accents and hyphens",
  ),
});
/** A farmer by farm and whole name. */
export type NamedFarmer = z.output<typeof farmerInput>;
