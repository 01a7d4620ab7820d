import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../server/modules/lots/lotView.ts';
import type { AlertPayload } from '../../server/modules/alerts/notifications/alertPayload.ts';
import { raiseSmoke } from '../support/raiseAlert.ts';
import { settledLot } from '../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../support/testApp.ts';

/** What came of an alert, as far as every channel tells it. */
export interface Heard {
  event: AlertPayload['event'];
  alertId: string;
  lotId: string;
  severity: string;
  status: string;
}

export interface Listener {
  heard(): Heard[];
  /** their right to hear of anything goes */
  lose(): Promise<void>;
}

export interface OpenChannel {
  /** somebody who hears of a farm's alerts; of all, without one */
  listen(farmId: string | null): Promise<Listener>;
  /** waits until the predicate is true */
  goUntil(seen: () => boolean, what: string): Promise<unknown>;
  /** the way to those who listen is cut, and there again */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** all that left the program so far, for those who are not signed in; null where nothing does */
  wire(): string | null;
  stop(): Promise<void>;
}

/**
 * What every driver of the port does, whatever stands behind it.
 * @param keeps whether it tells later what happened while the way was cut
 */
export function describeAlertChannel(
  name: 'screens' | 'web hooks' | 'mail',
  { env = {}, keeps, open }: { env?: NodeJS.ProcessEnv; keeps: boolean; open: (app: TestApp) => Promise<OpenChannel> },
): void {
  describe(`alerts by ${name}`, () => {
    let app: TestApp;
    let auditor: Person;
    let lot: LotView;
    let other: LotView;
    let channel: OpenChannel;

    beforeAll(async () => {
      app = await createTestApp({ env });
      auditor = await app.person('auditor', { name: 'Agnes Moru' });
      lot = await settledLot(app, await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }));
      other = await settledLot(app, await app.person('farmer', { farmId: 'FARM002' }), { farmId: 'FARM002' });
      channel = await open(app);
    });
    afterAll(async () => {
      await channel?.stop();
      await app?.stop();
    });

    const smoke = (of: LotView): Promise<string> =>
      raiseSmoke(app.app.database, of.id, { severity: 'high', description: 'Seen by Peter Waim' });
    const step = (id: string, to: string, body = {}): Promise<unknown> =>
      auditor.rest.send('PUT', `/alerts/${id}/${to}`, body);
    const of = (listener: Listener, ...ids: string[]): Heard[] =>
      listener.heard().filter(({ alertId }) => ids.includes(alertId));

    it('reach those who see the lot, and nobody else', async () => {
      const [all, own, others] = await Promise.all([null, 'FARM001', 'FARM002'].map((farm) => channel.listen(farm)));
      if (all === undefined || own === undefined || others === undefined) throw new Error('Nobody listens');
      const first = await smoke(lot);
      const raised = { event: 'alert.raised', alertId: first, lotId: lot.lotId, severity: 'high', status: 'active' };
      await channel.goUntil(() => of(all, first).length > 0 && of(own, first).length > 0, 'the first alert');
      expect(of(all, first)).toEqual([raised]);
      expect(of(own, first)).toEqual([raised]);
      const second = await smoke(other);
      await channel.goUntil(() => of(others, second).length > 0 && of(all, second).length > 0, 'the second alert');
      expect(others.heard().map(({ alertId }) => alertId)).toEqual([second]);
      expect(own.heard().map(({ alertId }) => alertId)).toEqual([first]);
    });

    it('tell each step in its order, and what stands then', async () => {
      const all = await channel.listen(null);
      const [resolved, dismissed] = [await smoke(lot), await smoke(lot)];
      await channel.goUntil(() => of(all, resolved, dismissed).length === 2, 'two alerts');
      await step(resolved, 'acknowledge');
      await channel.goUntil(() => of(all, resolved).length === 2, 'the first step');
      await step(resolved, 'resolve', { note: 'Grace Kila burnt boxes' });
      await step(dismissed, 'dismiss', { reason: 'Only mist, says Agnes Moru' });
      await channel.goUntil(() => of(all, resolved).length === 3 && of(all, dismissed).length === 2, 'the last steps');
      expect(of(all, resolved).map(({ event, status }) => [event, status])).toEqual([
        ['alert.raised', 'active'],
        ['alert.changed', 'acknowledged'],
        ['alert.changed', 'resolved'],
      ]);
      expect(of(all, dismissed).map(({ event, status }) => [event, status])).toEqual([
        ['alert.raised', 'active'],
        ['alert.dismissed', 'dismissed'],
      ]);
    });

    it('are told no more to who has lost the right', async () => {
      const [lost, stays] = [await channel.listen(null), await channel.listen(null)];
      const before = await smoke(lot);
      await channel.goUntil(() => of(lost, before).length > 0 && of(stays, before).length > 0, 'the alert before');
      await lost.lose();
      const after = await smoke(lot);
      await channel.goUntil(() => of(stays, after).length > 0, 'the alert after');
      expect(of(lost, after)).toEqual([]);
    });

    it(`${keeps ? 'come later, once,' : 'begin with the present'} when the way was cut`, async () => {
      const cut = await channel.listen(null);
      await channel.leave();
      const meanwhile = await smoke(lot);
      await channel.comeBack();
      const listener = keeps ? cut : await channel.listen(null);
      const then = await smoke(lot);
      await channel.goUntil(() => of(listener, then).length > 0, 'the alert afterwards');
      expect(of(listener, meanwhile, then).map(({ alertId }) => alertId)).toEqual(keeps ? [meanwhile, then] : [then]);
    });

    it('name no person, place, farm or word of anybody to who is not signed in', () => {
      const wire = channel.wire();
      if (wire === null) return;
      expect(wire).toContain(lot.lotId);
      expect(wire).not.toMatch(/Kila|Waim|Moru|FARM00|Only mist|boxes|latitude|longitude/);
      expect(wire).not.toContain(String(lot.latitude));
    });
  });
}
