import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fieldMessages } from '../../../server/domain/messages/fieldMessages.ts';
import { ROUTES } from '../../support/declaredRoutes.ts';
import type { AlertView } from '../../../server/modules/alerts/alertAnswerSchemas.ts';
import type { AlertSeverity, AlertType } from '../../../server/domain/alert/alerts.ts';
import type { UserCaller } from '../../../server/platform/access/caller.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { INFO, satelliteWorld, seen, type SatelliteWorld } from '../../support/satelliteWorld.ts';

let world: SatelliteWorld;
let auditor: UserCaller;
let farmer: UserCaller;
let processor: UserCaller;

beforeAll(async () => {
  world = await satelliteWorld();
  auditor = await world.person('auditor');
  farmer = await world.person('farmer', 'FARM001');
  processor = await world.person('processor');
});
afterAll(async () => {
  await world.close();
});

/** A lot with one active alert, raised by a check. */
async function raised(farmId = 'FARM001', within = world): Promise<{ lot: LotView; alert: AlertView }> {
  const lot = await within.lot(farmId);
  within.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
  await within.satellite.runCheck(lot.id, SYSTEM);
  const [row] = await within.database.rows<{ id: string }>('select id from alert where lot_id = $1', [lot.id]);
  const [found] = await within.alerts.byIds({ kind: 'all' }, [row?.id ?? '']);
  if (found === undefined) throw new Error('No alert was raised');
  return { lot, alert: found.alert };
}

async function otherAlert(lot: LotView, type: AlertType, severity: AlertSeverity, within = world): Promise<string> {
  return raiseSmoke(within.database, lot.id, { type, severity, at: within.clock() });
}

const statusOf = async (lot: LotView): Promise<string> => (await world.lotNow(lot.id)).deforestationStatus;
const reviewsOf = (lot: LotView) =>
  world.database.rows<{ content: string; actor_role: string; gdpr_consent: boolean }>(
    "select content, actor_role, gdpr_consent from lot_event where lot_id = $1 and type = 'reviewed' order by seq",
    [lot.id],
  );
const changesOf = async (alert: AlertView): Promise<string[]> => {
  const rows = await world.database.rows<{ kind: string }>(
    "select kind from event_log where topic = 'alert' and alert_id = $1 order by id",
    [alert.id],
  );
  return rows.map(({ kind }) => kind);
};
const refused = (kind: string) => ({ refusal: { kind } });

describe('acknowledging an alert', () => {
  it('by an auditor sets the lot Under Investigation, with an event', async () => {
    const { lot, alert } = await raised();
    world.passHours(1);
    const answer = await world.alerts.acknowledge(auditor, alert.id, INFO);
    expect(answer).toMatchObject({
      status: 'acknowledged',
      acknowledgedAt: world.clock().toISOString(),
      updatedAt: world.clock().toISOString(),
      closedAt: null,
      closedBy: null,
    });
    expect(await statusOf(lot)).toBe('Under Investigation');
    const [event] = await reviewsOf(lot);
    expect(event).toMatchObject({ actor_role: 'auditor', gdpr_consent: true });
    expect(JSON.parse(event?.content ?? '')).toMatchObject({ set: { deforestationStatus: 'Under Investigation' } });
    expect(await changesOf(alert)).toEqual(['raised', 'changed']);
  });

  it.each(['farmer', 'processor'] as const)('by a %s leaves the status of the lot', async (role) => {
    const { lot, alert } = await raised();
    const answer = await world.alerts.acknowledge(role === 'farmer' ? farmer : processor, alert.id, INFO);
    expect(answer.status).toBe('acknowledged');
    expect(await statusOf(lot)).toBe('Deforestation Detected');
    expect(await reviewsOf(lot)).toEqual([]);
  });

  it('of something else than a detection leaves the status of the lot', async () => {
    const lot = await world.lot();
    const id = await otherAlert(lot, 'fire', 'medium');
    await world.alerts.acknowledge(auditor, id, INFO);
    expect(await statusOf(lot)).toBe('Pending Review');
  });

  it('again changes nothing', async () => {
    const { lot, alert } = await raised();
    const first = await world.alerts.acknowledge(auditor, alert.id, INFO);
    world.passHours(1);
    expect(await world.alerts.acknowledge(world.admin, alert.id, INFO)).toEqual(first);
    expect(await changesOf(alert)).toEqual(['raised', 'changed']);
    expect(await reviewsOf(lot)).toHaveLength(1);
  });

  it('that is closed is refused', async () => {
    const { alert } = await raised();
    await world.alerts.dismiss(auditor, alert.id, {}, INFO);
    await expect(world.alerts.acknowledge(auditor, alert.id, INFO)).rejects.toMatchObject({
      refusal: { kind: 'alert-step-not-allowed', from: 'dismissed', to: 'acknowledged' },
    });
  });
});

describe('resolving an alert', () => {
  it.each(['No Deforestation', 'Deforestation Detected'] as const)(
    'as %s needs a note and gives the lot that status',
    async (outcome) => {
      const { lot, alert } = await raised();
      await world.alerts.acknowledge(auditor, alert.id, INFO);
      for (const note of [undefined, null, '', '   ']) {
        await expect(world.alerts.resolve(auditor, alert.id, { note, outcome }, INFO)).rejects.toMatchObject({
          refusal: { kind: 'invalid', details: [{ field: 'note' }] },
        });
      }
      expect(await statusOf(lot)).toBe('Under Investigation');
      const answer = await world.alerts.resolve(auditor, alert.id, { note: ' Visited on foot ', outcome }, INFO);
      expect(answer).toMatchObject({
        status: 'resolved',
        note: 'Visited on foot',
        outcome,
        closedBy: auditor.name,
        closedAt: world.clock().toISOString(),
      });
      expect(await statusOf(lot)).toBe(outcome);
      const events = await reviewsOf(lot);
      expect(JSON.parse(events.at(-1)?.content ?? '')).toMatchObject({
        set: { deforestationStatus: outcome },
        commit: { notes: expect.any(String), userName: expect.any(String) },
      });
      expect(await changesOf(alert)).toEqual(['raised', 'changed', 'changed']);
    },
  );

  it('as what the lot is already keeps the note in its history all the same', async () => {
    const { lot, alert } = await raised();
    const resolution = { note: 'Seen from the road', outcome: 'Deforestation Detected' };
    await world.alerts.resolve(auditor, alert.id, resolution, INFO);
    const [event, ...others] = await reviewsOf(lot);
    expect(others).toEqual([]);
    expect(JSON.parse(event?.content ?? '')).toMatchObject({
      set: { deforestationStatus: 'Deforestation Detected' },
      commit: { notes: expect.any(String) },
    });
  });

  it('without an outcome leaves the status of the lot, straight from active too', async () => {
    const { lot, alert } = await raised();
    const answer = await world.alerts.resolve(auditor, alert.id, { note: 'Talked to the farmer' }, INFO);
    expect(answer).toMatchObject({ status: 'resolved', note: 'Talked to the farmer', outcome: null });
    expect(await statusOf(lot)).toBe('Deforestation Detected');
    expect(await reviewsOf(lot)).toEqual([]);
  });

  it('again changes nothing, and a resolved one is not dismissed', async () => {
    const { lot, alert } = await raised();
    const first = await world.alerts.resolve(auditor, alert.id, { note: 'a', outcome: 'Deforestation Detected' }, INFO);
    const again = { note: 'a', outcome: 'Deforestation Detected' };
    expect(await world.alerts.resolve(auditor, alert.id, again, INFO)).toEqual(first);
    expect(await statusOf(lot)).toBe('Deforestation Detected');
    await expect(world.alerts.dismiss(auditor, alert.id, {}, INFO)).rejects.toMatchObject(
      refused('alert-step-not-allowed'),
    );
  });

  it.each<{ note?: string; outcome?: string }>([
    { note: 'a', outcome: 'No Deforestation' },
    { note: 'b', outcome: 'Deforestation Detected' },
    { note: 'a' },
    {},
  ])('again as %j, which is not what stands, is refused with what stands', async (other) => {
    const { lot, alert } = await raised();
    const first = await world.alerts.resolve(auditor, alert.id, { note: 'a', outcome: 'Deforestation Detected' }, INFO);
    await expect(world.alerts.resolve(world.admin, alert.id, other, INFO)).rejects.toMatchObject({
      message: 'This alert is already resolved as Deforestation Detected; its note stays',
      refusal: {
        kind: 'alert-step-not-allowed',
        from: 'resolved',
        to: 'resolved',
        outcome: 'Deforestation Detected',
      },
    });
    const [now] = await world.alerts.byIds({ kind: 'all' }, [alert.id]);
    expect(now?.alert).toEqual(first);
    expect(await statusOf(lot)).toBe('Deforestation Detected');
    expect(await reviewsOf(lot)).toHaveLength(1);
  });

  it('in two contradictory ways at once: one stands, the other is told which', async () => {
    const { lot, alert } = await raised();
    const outcomes = ['No Deforestation', 'Deforestation Detected'] as const;
    const answers = await Promise.allSettled(
      outcomes.map((outcome) => world.alerts.resolve(auditor, alert.id, { note: 'Seen', outcome }, INFO)),
    );
    const stands = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.outcome] : []));
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.refusal.outcome] : []));
    expect(stands).toHaveLength(1);
    expect(refusals).toEqual(stands);
    expect([await statusOf(lot)]).toEqual(stands);
  });

  it('takes the two outcomes only, and notes of at most 2000 characters', async () => {
    const { alert } = await raised();
    await expect(
      world.alerts.resolve(auditor, alert.id, { note: 'x', outcome: 'Pending Review' }, INFO),
    ).rejects.toMatchObject({
      refusal: {
        details: [{ field: 'outcome', message: 'outcome must be one of: No Deforestation, Deforestation Detected' }],
      },
    });
    await expect(world.alerts.resolve(auditor, alert.id, { note: 'x'.repeat(2001) }, INFO)).rejects.toMatchObject({
      refusal: { details: [{ field: 'note' }] },
    });
    await expect(world.alerts.resolve(auditor, alert.id, { note: 'x'.repeat(2000) }, INFO)).resolves.toMatchObject({
      status: 'resolved',
    });
  });

  it('while another person acknowledges it ends resolved, whoever comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { lot, alert } = await raised();
      const resolution = { note: 'Checked', outcome: 'No Deforestation' };
      const [acknowledged, resolved] = await Promise.allSettled([
        world.alerts.acknowledge(world.admin, alert.id, INFO),
        world.alerts.resolve(auditor, alert.id, resolution, INFO),
      ]);
      expect(resolved).toMatchObject({ status: 'fulfilled' });
      const came = acknowledged.status === 'fulfilled' ? 'first' : String(acknowledged.reason);
      expect(['first', "Refused: You can't move an alert from resolved to acknowledged"]).toContain(came);
      const [now] = await world.alerts.byIds({ kind: 'all' }, [alert.id]);
      expect(now?.alert).toMatchObject({ status: 'resolved', outcome: 'No Deforestation' });
      expect(await statusOf(lot)).toBe('No Deforestation');
    }
  });
});

describe('dismissing an alert', () => {
  it('keeps the reason and leaves the status of the lot', async () => {
    const { lot, alert } = await raised();
    const answer = await world.alerts.dismiss(world.admin, alert.id, { reason: 'Seen twice' }, INFO);
    expect(answer).toMatchObject({
      status: 'dismissed',
      note: 'Seen twice',
      outcome: null,
      closedBy: world.admin.name,
    });
    expect(await statusOf(lot)).toBe('Deforestation Detected');
    expect(await changesOf(alert)).toEqual(['raised', 'dismissed']);
    for (const same of [{ reason: 'Seen twice' }, {}]) {
      expect(await world.alerts.dismiss(world.admin, alert.id, same, INFO)).toEqual(answer);
    }
    await expect(world.alerts.dismiss(world.admin, alert.id, { reason: 'Other' }, INFO)).rejects.toMatchObject({
      message: 'This alert is already dismissed; its note stays',
    });
  });
});

describe('rights', () => {
  it('closing is for auditors and admins; alerts out of sight are not there, whatever the role may', async () => {
    const own = await raised();
    const others = await raised('FARM002');
    for (const caller of [farmer, processor]) {
      await expect(world.alerts.dismiss(caller, own.alert.id, {}, INFO)).rejects.toMatchObject(refused('forbidden'));
      await expect(world.alerts.resolve(caller, own.alert.id, {}, INFO)).rejects.toMatchObject(refused('forbidden'));
    }
    await expect(world.alerts.acknowledge(farmer, others.alert.id, INFO)).rejects.toMatchObject(refused('not-found'));
    await expect(world.alerts.dismiss(farmer, others.alert.id, {}, INFO)).rejects.toMatchObject(refused('not-found'));
    await expect(world.alerts.acknowledge(auditor, randomUUID(), INFO)).rejects.toMatchObject(refused('not-found'));
    await expect(world.alerts.acknowledge(auditor, 'LOT101', INFO)).rejects.toMatchObject(refused('not-found'));
    await expect(world.alerts.acknowledge({ kind: 'anonymous' }, own.alert.id, INFO)).rejects.toMatchObject(
      refused('unauthenticated'),
    );
    for (const { alert } of [own, others]) expect(await changesOf(alert)).toEqual(['raised']);
    expect(
      await world.alerts.byIds({ kind: 'farm', farmId: 'FARM001' }, [own.alert.id, others.alert.id]),
    ).toMatchObject([{ farmId: 'FARM001', alert: { id: own.alert.id } }]);
  });
});

describe('an alert of a lot', () => {
  it('that is out of sight is not there, without a wait for whoever works on the lot', async () => {
    const { lot, alert } = await raised('FARM002');
    await whileLocked(world.database, `select 1 from lot where id = '${lot.id}' for update`, async () => {
      await expect(world.alerts.acknowledge(farmer, alert.id, INFO)).rejects.toMatchObject(refused('not-found'));
    });
  });

  it('that goes to another farm while its farmer acknowledges it is not there any more', async () => {
    const { lot, alert } = await raised('FARM001');
    let acknowledging: Promise<unknown> | null = null;
    await world.database.write(async (em) => {
      await em.execute(`update lot set farm_id = 'FARM002' where id = ?`, [lot.id]);
      acknowledging = world.alerts.acknowledge(farmer, alert.id, INFO).catch((error: unknown) => error);
      await vi.waitFor(async () => expect(await waitingForLocks(world.database)).toBe(1), 10_000);
    });
    expect(await acknowledging).toMatchObject(refused('not-found'));
    expect(await changesOf(alert)).toEqual(['raised']);
  });
});

describe('several alerts at once', () => {
  it('says how many changed and which are not there', async () => {
    const [one, two, closed, others] = [await raised(), await raised(), await raised(), await raised('FARM002')];
    await world.alerts.acknowledge(farmer, closed.alert.id, INFO);
    const missing = randomUUID();
    const ids = [one, two, closed, others, one].map(({ alert }) => alert.id);
    const answer = await world.alerts.updateMany(
      farmer,
      { alertIds: [...ids, missing, 'nonsense'], status: 'acknowledged' },
      INFO,
    );
    expect(answer).toEqual({ updated: 2, notFound: [others.alert.id, missing, 'nonsense'] });
    const dismissal = { alertIds: [one.alert.id, two.alert.id], status: 'dismissed' };
    expect(await world.alerts.updateMany(auditor, dismissal, INFO)).toEqual({ updated: 2, notFound: [] });
    expect(await changesOf(one.alert)).toEqual(['raised', 'changed', 'dismissed']);
  });

  it('changes all or none', async () => {
    const [open, closed] = [await raised(), await raised()];
    await world.alerts.dismiss(auditor, closed.alert.id, {}, INFO);
    const both = { alertIds: [open.alert.id, closed.alert.id], status: 'acknowledged' };
    await expect(world.alerts.updateMany(auditor, both, INFO)).rejects.toMatchObject(refused('alert-step-not-allowed'));
    const dismissal = { alertIds: [open.alert.id], status: 'dismissed' };
    await expect(world.alerts.updateMany(farmer, dismissal, INFO)).rejects.toMatchObject(refused('forbidden'));
    const [now] = await world.alerts.byIds({ kind: 'all' }, [open.alert.id]);
    expect(now?.alert.status).toBe('active');
    expect(await statusOf(open.lot)).toBe('Deforestation Detected');
  });

  it('by two people in opposite order blocks nobody', async () => {
    const [one, two] = [await raised(), await raised()];
    const ids = [one.alert.id, two.alert.id];
    const answers = await Promise.all([
      world.alerts.updateMany(auditor, { alertIds: ids, status: 'acknowledged' }, INFO),
      world.alerts.updateMany(world.admin, { alertIds: ids.toReversed(), status: 'acknowledged' }, INFO),
    ]);
    expect(answers.map(({ updated }) => updated).sort()).toEqual([0, 2]);
  });

  it('takes their lots in the order of ids, as everybody does who holds several', async () => {
    const made = [await raised(), await raised(), await raised(), await raised()];
    const lots = made.map(({ lot }) => lot.id).sort();
    const update = { alertIds: made.map(({ alert }) => alert.id), status: 'acknowledged' };
    for (const [at, held] of lots.entries()) {
      let updating: Promise<unknown> | null = null;
      await whileLocked(world.database, `select 1 from lot where id = '${held}' for update`, async () => {
        updating = world.alerts.updateMany(auditor, update, INFO);
        await vi.waitFor(async () => expect(await waitingForLocks(world.database)).toBe(1), 10_000);
        const free = 'select id from lot where id = any($1) order by id for update skip locked';
        const rows = await world.database.rows<{ id: string }>(free, [lots]);
        expect(rows.map(({ id }) => id)).toEqual(lots.slice(at + 1));
      });
      expect(await updating).toMatchObject({ notFound: [] });
    }
  });

  it('takes 1 to 100 ids, and acknowledged or dismissed', async () => {
    const alertIds = [randomUUID()];
    const invalid = (field: string) => ({ refusal: { kind: 'invalid', details: [{ field }] } });
    await expect(world.alerts.updateMany(auditor, { alertIds, status: 'resolved' }, INFO)).rejects.toMatchObject(
      invalid('status'),
    );
    for (const ids of [[], Array<string>(101).fill('x')]) {
      await expect(
        world.alerts.updateMany(auditor, { alertIds: ids, status: 'dismissed' }, INFO),
      ).rejects.toMatchObject(invalid('alertIds'));
    }
  });
});

describe('lists and figures', () => {
  let lists: SatelliteWorld;
  let owner: UserCaller;

  beforeAll(async () => {
    lists = await satelliteWorld();
    owner = await lists.person('farmer', 'FARM001');
    for (const farmId of ['FARM001', 'FARM001', 'FARM002']) {
      await raised(farmId, lists);
      lists.passHours(1);
    }
    const { lot } = await raised('FARM001', lists);
    lists.passHours(1);
    await otherAlert(lot, 'fire', 'medium', lists);
  });
  afterAll(async () => {
    await lists.close();
  });

  it('are newest first, in pages, of what is in sight', async () => {
    const all = await lists.alerts.list(lists.admin, {});
    expect(all.pagination).toEqual({ total: 5, page: 1, totalPages: 1, hasNext: false, hasPrev: false });
    const times = all.alerts.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all.alerts[0]).toMatchObject({ type: 'fire', latitude: null, longitude: null });
    expect(all.alerts[1]?.lot).toEqual({
      lotId: all.alerts[1]?.lotId,
      farmId: 'FARM001',
      farmerName: 'Farmer of FARM001',
    });
    const second = await lists.alerts.list(lists.admin, { page: '2', limit: '2' });
    expect(second.alerts.map(({ id }) => id)).toEqual(all.alerts.slice(2, 4).map(({ id }) => id));
    expect(second.pagination).toEqual({ total: 5, page: 2, totalPages: 3, hasNext: true, hasPrev: true });
    expect((await lists.alerts.list(owner, {})).pagination.total).toBe(4);
    const homeless = { ...owner, farmId: '' };
    expect((await lists.alerts.list(homeless, {})).pagination.total).toBe(0);
  });

  it('of the same moment are in the order of their ids, so that pages neither overlap nor leave out', async () => {
    const own = await lists.person('farmer', 'FARM003');
    const lot = await lists.lot('FARM003');
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await otherAlert(lot, 'other', 'low', lists));
    const pages = await Promise.all([1, 2, 3].map((page) => lists.alerts.list(own, { page, limit: 2 })));
    expect(pages.flatMap(({ alerts }) => alerts.map(({ id }) => id))).toEqual(ids.toSorted());
    await lists.lots.delete(lists.admin, lot.id, INFO);
  });

  it('are filtered, and newest ones are limited', async () => {
    const total = async (filter: object) => (await lists.alerts.list(lists.admin, filter)).pagination.total;
    expect(await total({ type: 'deforestation' })).toBe(4);
    expect(await total({ severity: 'medium' })).toBe(1);
    expect(await total({ status: 'resolved' })).toBe(0);
    expect(await total({ status: 'active', type: 'fire', severity: 'medium' })).toBe(1);
    expect(await lists.alerts.recent(lists.admin, 2)).toHaveLength(2);
    expect(await lists.alerts.recent(lists.admin)).toHaveLength(5);
    const bySatellite = await lists.alerts.satellite(owner);
    expect(bySatellite.map(({ type }) => type)).toEqual(['deforestation', 'deforestation', 'deforestation']);
  });

  it.each([
    ['/alerts', { status: 'open' }, 'status must be one of: active, acknowledged, resolved, dismissed'],
    ['/alerts', { type: 'flood' }, 'type must be one of: deforestation, land_use_change, fire, other'],
    ['/alerts', { severity: 'extreme' }, 'severity must be one of: high, medium, low'],
    ['/alerts', { limit: '101' }, 'limit must be a whole number from 1 to 100'],
    ['/alerts', { page: '0' }, 'page must be a whole number from 1 to 1000000'],
    ['/alerts/recent', { limit: 'all' }, 'limit must be a whole number from 1 to 100'],
  ])('%s with %j names what it takes', (path, query, message) => {
    const schema = ROUTES.find((route) => route.method === 'GET' && route.path === path)?.query;
    const { error } = schema?.safeParse(query) ?? {};
    expect(error === undefined ? [] : fieldMessages(error).map((one) => one.message)).toEqual([message]);
    expect(schema?.safeParse({}).success).toBe(true);
  });

  it('count what is in sight, and measure the answers', async () => {
    const [newest] = await lists.alerts.satellite(owner);
    expect(await lists.alerts.stats(owner)).toEqual({
      total: 4,
      active: 4,
      byStatus: { active: 4, acknowledged: 0, resolved: 0, dismissed: 0 },
      bySeverity: { high: 3, medium: 1, low: 0 },
      byType: { deforestation: 3, land_use_change: 0, fire: 1, other: 0 },
      averageResponseHours: null,
    });
    const answered = newest?.id ?? '';
    const raisedAt = Date.parse(newest?.createdAt ?? '');
    await lists.alerts.acknowledge(owner, answered, INFO);
    const hours = (lists.clock().getTime() - raisedAt) / 3_600_000;
    lists.passHours(5);
    await lists.alerts.dismiss(lists.admin, answered, {}, INFO);
    const stats = await lists.alerts.stats(owner);
    expect(stats).toMatchObject({ total: 4, active: 3, byStatus: { dismissed: 1 } });
    expect(hours).toBeGreaterThan(0);
    expect(stats.averageResponseHours).toBeCloseTo(hours, 6);
  });

  it('leave out the alerts of deleted lots', async () => {
    const { lot, alert } = await raised('FARM001', lists);
    const before = await lists.alerts.stats(lists.admin);
    await lists.lots.delete(lists.admin, lot.id, INFO);
    expect((await lists.alerts.stats(lists.admin)).total).toBe(before.total - 1);
    const { alerts, pagination } = await lists.alerts.list(lists.admin, {});
    expect(pagination.total).toBe(before.total - 1);
    expect(alerts.some(({ id }) => id === alert.id)).toBe(false);
    expect(await lists.alerts.byIds({ kind: 'all' }, [alert.id])).toEqual([]);
    await expect(lists.alerts.acknowledge(lists.admin, alert.id, INFO)).rejects.toMatchObject(refused('not-found'));
  });
});
