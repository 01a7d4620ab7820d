import { expect, inject, it } from 'vitest';
import { failoverDrill } from './failover/failoverDrill.ts';

const LOTS = 80;

it('a replica that takes the place of a database that is gone has every answered write once, and the ledger goes on', async () => {
  const { told, losses, troubles } = await failoverDrill(
    {
      lots: LOTS,
      connections: 8,
      roles: ['all'],
      template: inject('templateFolder'),
      plan: [{ at: 30, trouble: 'failover' }],
      withChecks: false,
      renewed: false,
    },
    () => undefined,
  );
  expect(troubles).toHaveLength(1);
  // Else it came too late to meet anything.
  expect(told.repeated).toBeGreaterThan(0);
  expect(told.made.size + told.madeUnheard.size).toBe(LOTS);
  expect(told.missing).toEqual([]);
  expect(losses).toMatchObject({ lost: 0, doubled: 0, incomplete: 0 });
  expect(losses.ledger).toMatch(/^The ledger checks out: .* 80 lots/);
});
