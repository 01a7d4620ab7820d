import type { LotScope } from '../../server/domain/access/permissions.ts';
import type { AlertChanges } from '../../server/modules/live/screenAlerts.ts';
import { hookReceiver, type HookReceiver } from '../support/webhookReceiver.ts';
import { MailWorld, type MailReader } from '../support/mailWorld.ts';
import { until } from '../support/until.ts';
import { describeAlertChannel, type Heard } from './alertChannelSuite.ts';
import { servicesOf } from '../support/services.ts';

const EVENTS = { RAISED: 'alert.raised', CHANGED: 'alert.changed', DISMISSED: 'alert.dismissed' } as const;

describeAlertChannel('screens', {
  keeps: false,
  open: async ({ app }) => {
    const open = new Set<AsyncIterableIterator<AlertChanges>>();
    const close = async (): Promise<void> => {
      await Promise.all([...open].map((news) => news.return?.()));
      open.clear();
    };
    const follow = (scopeNow: () => LotScope | null): { news: AsyncIterableIterator<AlertChanges>; heard: Heard[] } => {
      const heard: Heard[] = [];
      const news = servicesOf(app).live.alerts({
        subject: 'somebody',
        scope: async () => scopeNow(),
        cutOff: () => undefined,
      });
      const listening = async (): Promise<void> => {
        for await (const { kind, alert } of news) {
          const { id: alertId, lotId, severity, status } = alert;
          heard.push({ event: EVENTS[kind], alertId, lotId, severity, status });
        }
      };
      void listening();
      return { news, heard };
    };
    // Hears what goes by while the others are cut off.
    const witness = follow(() => ({ kind: 'all' }));
    const newest = async (): Promise<string | undefined> =>
      (
        await app.database.row<{ id: string }>(
          `select alert_id as id from event_log where topic = 'alert' order by tx desc, id desc limit 1`,
        )
      )?.id;
    return {
      listen: async (farmId) => {
        let scope: LotScope | null = farmId === null ? { kind: 'all' } : { kind: 'farm', farmId };
        const { news, heard } = follow(() => scope);
        open.add(news);
        return {
          heard: () => heard,
          lose: async () => {
            scope = null;
          },
        };
      },
      goUntil: (seen, what) => until(seen, what),
      leave: close,
      comeBack: async () => {
        const last = await newest();
        await until(() => witness.heard.some(({ alertId }) => alertId === last), 'the news to go by');
      },
      // An alert is sent in full to signed-in callers who may see it.
      wire: () => null,
      stop: async () => {
        await close();
        await witness.news.return?.();
      },
    };
  },
});

describeAlertChannel('web hooks', {
  env: { WEB_HOOKS_LOOPBACK: 'true' },
  keeps: true,
  open: async (test) => {
    const { app } = test;
    const admin = await test.person('admin');
    const receivers: HookReceiver[] = [];
    return {
      listen: async (farmId) => {
        const receiver = await hookReceiver();
        receivers.push(receiver);
        const { data } = await admin.rest.send('POST', '/hooks', {
          name: 'Trade',
          url: receiver.url,
          farmId: farmId ?? '',
        });
        return {
          heard: () =>
            receiver.calls.map(({ json: { event, alert } }) => {
              const { id: alertId, lotId, severity, status } = alert;
              return { event, alertId, lotId, severity, status };
            }),
          lose: async () => {
            await admin.rest.send('DELETE', `/hooks/${data.hook.id}`);
          },
        };
      },
      goUntil: (seen, what) =>
        until(async () => {
          // Skips the pauses between attempts.
          const failing = await app.database.rows<{ id: string }>(
            'update web_hook set next_at = null where next_at is not null returning id',
          );
          for (const { id } of failing) await servicesOf(app).hookDelivery.deliver(id);
          return seen();
        }, what),
      leave: async () => {
        await Promise.all(receivers.map((receiver) => receiver.leave()));
      },
      comeBack: async () => {
        await Promise.all(receivers.map((receiver) => receiver.comeBack()));
      },
      wire: () => receivers.flatMap(({ calls }) => calls.map((call) => JSON.stringify(call))).join('\n'),
      stop: async () => {
        await Promise.all(receivers.map((receiver) => receiver.stop()));
      },
    };
  },
});

describeAlertChannel('mail', {
  keeps: true,
  open: async (test) => {
    const world = new MailWorld(test);
    await world.start();
    const readers: MailReader[] = [];
    return {
      listen: async (farmId) => {
        const reader = await (farmId === null ? world.reader('auditor') : world.reader('farmer', { farmId }));
        readers.push(reader);
        return {
          heard: () => world.digestsTo(reader.address).flatMap(({ text }) => heardIn(text)),
          lose: async () => {
            await test.app.database.rows('update app_user set disabled_at = now() where id = $1 returning id', [
              reader.person.userId,
            ]);
          },
        };
      },
      goUntil: (seen, what) =>
        world.goUntil(() => {
          world.minutes(20);
          return seen();
        }, what),
      leave: () => world.smtp.stop(),
      comeBack: () => world.smtp.start(),
      wire: () => world.smtp.mails.map(({ raw, text, html }) => `${raw}\n${text}\n${html}`).join('\n'),
      stop: () => world.smtp.stop(),
    };
  },
});

const TOLD = { New: 'alert.raised', Changed: 'alert.changed', Dismissed: 'alert.dismissed' } as const;

/** What a mail in English tells, in its order. */
function heardIn(text: string): Heard[] {
  const entries = text.matchAll(
    /^(\S+): \w+\n(New|Changed|Dismissed)\nSeverity: (\w+)\nState: (\w+).*\nRaised .*\n\S+id=([0-9a-f-]+)$/gm,
  );
  return [...entries].map(([, lotId = '', event = 'New', severity = '', status = '', alertId = '']) => ({
    event: TOLD[event as keyof typeof TOLD],
    alertId,
    lotId,
    severity: severity.toLowerCase(),
    status: status.toLowerCase(),
  }));
}
