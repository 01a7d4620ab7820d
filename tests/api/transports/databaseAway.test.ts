import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo, type DatabaseLink } from '../../support/databaseLink.ts';
import { lotInput } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

let home: TestApp;
let link: DatabaseLink;
let app: TestApp;
let processor: Person;

beforeAll(async () => {
  home = await createTestApp();
  link = await linkTo(home.databaseUrl);
  app = await createTestApp({ database: link.url, env: { ROLE: 'web' } });
  processor = await app.person('processor');
});
afterAll(async () => {
  link.restore();
  await app.stop();
  await link.close();
  await home.stop();
});

const MESSAGE = 'The database is unavailable. Please try again later.';

describe('while the database is away', () => {
  beforeAll(() => link.cut());
  afterAll(async () => {
    link.restore();
    await until(async () => (await processor.rest.get('/lots')).status === 200, 'the server to answer again');
  });

  it.each([
    ['GET', '/lots', undefined],
    ['GET', '/dashboard/stats', undefined],
    ['POST', '/lots', lotInput()],
    ['POST', '/auth/login', { username: 'nobody', password: 'correct-horse-1' }],
    ['GET', '/lots/public/LOT-OF-NOBODY', undefined],
    ['GET', '/lots/public/search?lotId=LOT-OF-NOBODY', undefined],
  ])('%s %s is 503 and says when to try again', async (method, path, body) => {
    const answer = await processor.rest.send(method, path, body);
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([503, 'Service unavailable', MESSAGE]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(['{ lots { lots { id } } }', 'mutation { deleteLot(id: "LOT1") { __typename } }'])(
    'GraphQL %s says so, and when to try again',
    async (query) => {
      const { errors } = await processor.graphql.run(query);
      const extensions = expect.objectContaining({ code: 'INTERNAL_SERVER_ERROR' });
      expect(errors).toEqual([expect.objectContaining({ message: MESSAGE, extensions })]);
    },
  );
});
