import { randomUUID } from 'node:crypto';
import type { TestApp } from './testApp.ts';
import { servicesOf } from './services.ts';

/** When the app has heard all news of before: they come in order, and wait for transactions of other tests on the same server. */
export async function newsHeard({ app }: Pick<TestApp, 'app'>): Promise<void> {
  const { live } = servicesOf(app);
  const publish = live.publish.bind(live);
  const mark = randomUUID();
  const heard = Promise.withResolvers<void>();
  live.publish = (news) => {
    if (news.some((item) => 'lotId' in item && item.lotId === mark)) heard.resolve();
    return publish(news);
  };
  await app.database.rows(`insert into event_log (topic, kind, lot_id) values ('lot', 'changed', $1)`, [mark]);
  await heard.promise;
  live.publish = publish;
}
