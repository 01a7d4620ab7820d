import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createLine, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { json, text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { EmbeddedProof } from '../../../server/domain/proof/proofFile.ts';
import { embeddedProof } from '../../support/embeddedProof.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { difference, readGuide, type Example } from '../../support/guideDocument.ts';
import { isInstalled, openGuideShell, type GuideShell } from '../../support/guideShell.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { openSocket, type SocketClient } from '../../support/socketClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

const GUIDE = 'docs/partners.md';
const { programs, examples } = readGuide(await readFile(join(packageRoot, GUIDE), 'utf8'));
const curlIsInstalled = isInstalled('curl');
if (!curlIsInstalled) {
  process.stderr.write(`curl is not on the PATH: its stand-in (tests/support/curlStandIn.ts) runs ${GUIDE}\n`);
}

/** A server as `npm start` leaves it: demo data, all of it recorded on the ledger. */
async function demoServer(): Promise<TestApp> {
  const server = await createTestApp({ env: { DEMO: 'true', WEB_HOOKS_LOOPBACK: 'true' } });
  await until(async () => (await server.rest.get('/blockchain/health')).data.pending === 0, 'the ledger');
  return server;
}

/** Runs an example and compares it with what the guide shows below it. */
async function expectAsShown(shell: GuideShell, example: Example): Promise<void> {
  const { status, stdout, stderr } = await shell.run(example.script);
  const found = { place: `${GUIDE}:${example.line}`, status, stderr, difference: difference(example, stdout) };
  expect(found).toEqual({ ...found, status: 0, stderr: '', difference: null });
}

// Longer than a script may take, so that what it left running is ended and removed.
describe('the guide for partners', { timeout: 180_000 }, () => {
  it('runs: every example does what it shows, and the key that it revokes is refused', async () => {
    const server = await demoServer();
    const shell = await openGuideShell(programs, { MANAM_URL: server.url }, { standIn: !curlIsInstalled });
    try {
      let key = '';
      let socket: SocketClient | null = null;
      for (const example of examples) {
        await expectAsShown(shell, example);
        if (key === '') key = await shell.variable('MANAM_KEY');
        if (key !== '') socket ??= await openSocket(server.url, key);
      }
      expect(key).toMatch(/^mtk_/);
      expect((await restClient(server.url, key).get('/lots')).status).toBe(401);
      const { errors } = await graphqlClient(server.url, key).run('{ lots { pagination { total } } }');
      expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      expect((await socket?.closed)?.code).toBe(4403);
      expect((await restClient(server.url, await shell.variable('MANAM_KEY')).get('/lots')).status).toBe(200);
    } finally {
      await shell.remove();
      await server.stop();
    }
  });

  it('has a check of proofs that takes the true one, and none in which anything was changed', async () => {
    const server = await createTestApp();
    const shell = await openGuideShell(programs, {}, { standIn: true });
    const get = async (path: string): Promise<string> => (await fetch(`${server.url}/api/v1${path}`)).text();
    try {
      const { lotId } = await settledLot(server, await server.person('processor'));
      const proof = await get(`/lots/public/${lotId}/proof`);
      await writeFile(join(shell.folder, 'roots.json'), await get('/ledger/roots'));
      const check = async (text: string, asked = lotId): Promise<{ status: number | null; stdout: string }> => {
        await writeFile(join(shell.folder, 'given.json'), text);
        return shell.run(`node check-proof.ts ${asked} given.json roots.json`);
      };
      expect(await check(proof)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(`${lotId}: 2 events, all proven`),
      });
      expect(await check(proof, 'LOT-OTHER')).toMatchObject({ status: 1 });
      const forgeries: [string, (file: EmbeddedProof) => unknown][] = [
        ['a content', ({ events: [, last] }) => (last!.content = last!.content.replace('"seq":2', '"seq":3'))],
        ['an endorsement', ({ events: [, last] }) => (last!.transaction = flipped(last!.transaction, '"signature":"'))],
        ['a block', ({ events: [, last] }) => (last!.block.number += 1)],
        ["a block's signature", ({ events: [first] }) => first!.block.signatures.pop()],
        ['a place in a block', ({ events: [first] }) => first!.path.push('0'.repeat(64))],
        ['a shown value', ({ events: [first] }) => (first!.disclosed[0]!.value = 'Somebody else')],
        ['the first event', ({ events }) => events.shift()],
        ['the order', ({ events }) => events.reverse()],
        ['another lot', (file) => (file.lotKey = '0'.repeat(32))],
        ['an organisation', ({ organisations }) => organisations.pop()],
        ['a root', ({ organisations: [one, two] }) => (one!.rootCertificate = two!.rootCertificate)],
      ];
      for (const [what, forge] of forgeries) {
        const file = embeddedProof(JSON.parse(proof));
        forge(file);
        const { status, stdout } = await check(JSON.stringify(file));
        expect([what, status, stdout]).toEqual([what, 1, expect.stringContaining('Not proven: ')]);
      }
      const roots = await get('/ledger/roots');
      await writeFile(join(shell.folder, 'roots.json'), flipped(roots, '"rootFingerprint":"'));
      expect(await check(proof)).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('the roots are not those'),
      });
    } finally {
      await shell.remove();
      await server.stop();
    }
  });

  it('has a check of heads that takes each earlier one, and none that was changed', async () => {
    const server = await createTestApp();
    const shell = await openGuideShell(programs, { MANAM_URL: server.url }, { standIn: true });
    const get = async (path: string): Promise<string> => (await fetch(`${server.url}/api/v1${path}`)).text();
    try {
      const processor = await server.person('processor');
      const { lotId } = await settledLot(server, processor);
      await settledLot(server, processor);
      await settledLot(server, processor);
      await writeFile(join(shell.folder, 'proof.json'), await get(`/lots/public/${lotId}/proof`));
      const check = async (head: string): Promise<unknown> => {
        await writeFile(join(shell.folder, 'kept.json'), head);
        const { status, stdout } = await shell.run('node check-growth.ts kept.json proof.json');
        return [status, stdout];
      };
      const { blocks } = (await server.rest.get('/ledger/head')).data.head;
      expect(blocks).toBeGreaterThan(4);
      for (let number = 1; number <= blocks; number += 1) {
        expect([number, await check(await get(`/ledger/heads/${number}`))]).toEqual([
          number,
          [0, 'The ledger only grew.\n'],
        ]);
      }
      const head = await get('/ledger/heads/3');
      expect(await check(flipped(head, '"rootHash":"'))).toEqual([1, expect.stringContaining('Not proven: ')]);
      // The same without looking at its signatures: the proof does not lead to it.
      const told = join(shell.folder, 'check-growth.ts');
      await writeFile(told, (await readFile(told, 'utf8')).replace('mustBeSigned(kept);', ''));
      expect(await check(flipped(head, '"rootHash":"'))).toEqual([1, 'Not proven: the ledger was changed since\n']);
    } finally {
      await shell.remove();
      await server.stop();
    }
  });

  it('waits as it is told, and asks again under the same Idempotency-Key', async () => {
    const asked: { key: unknown; body: unknown; at: number }[] = [];
    const lots = { lots: [{ lotId: 'LOT1', weight: 12.5, deforestationStatus: '' }], pagination: { hasNext: false } };
    const server = createServer(async (request, response) => {
      const body = await json(request);
      asked.push({ key: request.headers['idempotency-key'], body, at: performance.now() });
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end(JSON.stringify({ data: { lots } }));
    });
    const url = `http://127.0.0.1:${await portOf(server)}`;
    const shell = await openGuideShell(programs, { MANAM_URL: url }, { standIn: true });
    try {
      expect(await shell.run('node all-lots.ts')).toEqual({
        status: 0,
        stdout: '1 compliant lots, 12.5 kg\n',
        stderr: '',
      });
      const [first, second, ...more] = asked;
      expect(more).toEqual([]);
      expect(first?.key).toEqual(expect.any(String));
      expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    } finally {
      await shell.remove();
      server.close();
    }
  });

  it('follows on, with the present state, when the line breaks', async () => {
    const server = await createTestApp();
    const admin = await server.person('admin');
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Follower', role: 'auditor' });
    const lines = new Set<Socket>();
    const line = createLine((near) => {
      const far = connect(Number(new URL(server.url).port), '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        lines.add(from);
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
    const breaker = createServer((_request, response) => {
      for (const one of lines) one.destroy();
      response.end();
    });
    const variables = {
      MANAM_URL: `http://127.0.0.1:${await portOf(line)}`,
      MANAM_KEY: data.key,
      BREAKER: `http://127.0.0.1:${await portOf(breaker)}`,
    };
    const shell = await openGuideShell(programs, variables, { standIn: true });
    try {
      const follow = [
        'exec 3< <(node follow.ts)',
        'FOLLOWER=$!',
        'for turn in 1 2 3; do',
        '  read -r line <&3',
        '  echo "$turn. $line"',
        '  curl -sS "$BREAKER"',
        'done',
        'kill "$FOLLOWER"',
      ];
      const state = 'Following. Active alerts: 0';
      expect(await shell.run(follow.join('\n'))).toEqual({
        status: 0,
        stdout: `1. ${state}\n2. ${state}\n3. ${state}\n`,
        stderr: '',
      });
    } finally {
      await shell.remove();
      line.close();
      breaker.close();
      await server.stop();
    }
  });

  it('has programs in strict TypeScript that Node runs by taking the types out', async () => {
    const shell = await openGuideShell(programs, {}, { standIn: true });
    const rules = '--strict --noUncheckedIndexedAccess --erasableSyntaxOnly --verbatimModuleSyntax --skipLibCheck';
    const target = '--target es2024 --module nodenext --allowImportingTsExtensions --types node --noEmit';
    try {
      const checked = await shell.run(`node node_modules/typescript/bin/tsc ${rules} ${target} *.ts`);
      expect(checked).toEqual({ status: 0, stdout: '', stderr: '' });
    } finally {
      await shell.remove();
    }
  });
});

describe.each(curlIsInstalled ? ['curl', 'the stand-in for curl'] : ['the stand-in for curl'])('%s', (curl) => {
  it('asks and answers as the examples need it', async () => {
    const server = createServer(async (request, response) => {
      const { authorization, 'content-type': type = '' } = request.headers;
      const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? '(none)';
      const body = (await textOf(request)).replaceAll(boundary, '(boundary)');
      const answer = { asked: `${request.method} ${request.url}`, authorization, type: type.split(';')[0], body };
      response.writeHead(409, { 'x-answer': 'as told' }).end(JSON.stringify(answer));
    });
    const variables = { URL: `http://127.0.0.1:${await portOf(server)}` };
    const shell = await openGuideShell([], variables, { standIn: curl !== 'curl' });
    const answers = async (script: string): Promise<unknown> => {
      const { status, stdout, stderr } = await shell.run(script);
      return status === 0 && stderr === '' ? JSON.parse(stdout) : { status, stdout, stderr };
    };
    try {
      expect(await answers(`curl -sS "$URL/a?b=c" -H 'Authorization: Bearer mtk_1'`)).toEqual({
        asked: 'GET /a?b=c',
        authorization: 'Bearer mtk_1',
        type: '',
        body: '',
      });
      expect(await answers(`curl -sS -X DELETE "$URL/a" | cat`)).toMatchObject({ asked: 'DELETE /a', body: '' });
      const isJson = `-H 'Content-Type: application/json'`;
      const asked = { asked: 'POST /a', type: 'application/json' };
      expect(await answers(`curl -sS "$URL/a" ${isJson} -d '{ "a":\n1 }'`)).toEqual({ ...asked, body: '{ "a":\n1 }' });
      expect(await answers(`curl -sS "$URL/a" ${isJson} -d @- <<'JSON'\n{\n  "a": 1\n}\nJSON\n`)).toEqual({
        ...asked,
        body: '{  "a": 1}',
      });
      expect(await answers(`printf 'a\\nb\\n' >some.csv; curl -sS "$URL/a" -F file=@some.csv`)).toEqual({
        asked: 'POST /a',
        type: 'multipart/form-data',
        body:
          '--(boundary)\r\nContent-Disposition: form-data; name="file"; filename="some.csv"\r\n' +
          'Content-Type: application/octet-stream\r\n\r\na\nb\n\r\n--(boundary)--\r\n',
      });
      expect(await answers(`curl -sS "$URL/a" -D headers.txt -o body.json; cat body.json`)).toMatchObject({
        asked: 'GET /a',
      });
      const { stdout } = await shell.run(`head -n 1 headers.txt; grep -i '^x-answer' headers.txt`);
      expect(stdout).toBe('HTTP/1.1 409 Conflict\r\nx-answer: as told\r\n');
      expect((await shell.run('curl -sS --no-such-option 1 "$URL/a"')).status).toBeGreaterThan(0);
    } finally {
      await shell.remove();
      server.close();
    }
  });
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port');
  return address.port;
}

/** The text with another digit some way behind a mark. */
function flipped(text: string, mark: string): string {
  const at = text.indexOf(mark) + mark.length + 40;
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
}

describe('what the guide shows', () => {
  const uuid = '431c41cc-3df6-4f71-9685-fea916096bd2';
  const another = '0975770e-4fa2-492d-9d35-5caf8fb76126';

  it.each<['json' | 'text', string, string]>([
    [
      'json',
      `{ "id": "${uuid}", "at": "2026-11-21T11:00:27.414Z" }`,
      `{"at":"2027-01-01T00:00:00.000Z","id":"${another}"}`,
    ],
    ['json', '{ "a": 1, "...": "..." }', '{"a":1,"b":2}'],
    ['json', '{ "a": [1, "..."], "text": "..." }', '{"a":[1,2,3],"text":"anything"}'],
    ['json', '{ "text": "About 1.5 ha. ..." }', '{"text":"About 1.5 ha. And so on."}'],
    ['text', `a ${uuid}\nb\n`, `a ${another}\r\nb\n`],
    ['text', 'a\n...\n', 'a\nb\nc\n'],
    ['text', 'Lot ... of 2026-01-01\n', 'Lot LOT7 of 2026-02-02\n'],
  ])('agrees as %s: %j with %j', (form, text, printed) => {
    expect(difference({ line: 1, script: '', shown: { form, text, line: 2 } }, printed)).toBeNull();
  });

  it.each<['json' | 'text', string, string]>([
    ['json', '{ "a": 1 }', '{"a":2}'],
    ['json', '{ "a": 1 }', '{"a":"1"}'],
    ['json', '{ "a": 1 }', '{"a":1,"b":2}'],
    ['json', '{ "a": 1, "...": "..." }', '{"b":2}'],
    ['json', '{ "a": [1] }', '{"a":[1,2]}'],
    ['json', '{ "a": [1, "..."] }', '{"a":[2,3]}'],
    ['json', '{ "a": "..." }', '{"a":null}'],
    ['json', `{ "id": "${uuid}" }`, '{"id":"LOT701"}'],
    ['json', '{ "text": "About 1.5 ha. ..." }', '{"text":"About 2 ha. And so on."}'],
    ['json', '{}', 'curl: (7) Failed to connect'],
    ['text', 'a\n', 'a\nb\n'],
    ['text', 'a\nb\n', 'a\n'],
    ['text', 'a.c\n', 'abc\n'],
  ])('differs as %s: %j from %j', (form, text, printed) => {
    expect(difference({ line: 1, script: '', shown: { form, text, line: 2 } }, printed)).toEqual(expect.any(String));
  });

  it('is nothing where nothing is printed', () => {
    expect(difference({ line: 1, script: '', shown: null }, '')).toBeNull();
    expect(difference({ line: 1, script: '', shown: null }, 'a\n')).toEqual(expect.any(String));
  });

  it.each([
    ['a language that nobody runs', '```python\nprint(1)\n```\n'],
    ['a program without a name', '```ts\nconsole.log(1);\n```\n'],
    ['a program that nothing runs', '```ts\n// idle.ts\n```\n'],
    ['an output of nothing', '```json\n{}\n```\n'],
    ['an output of a program', '```ts\n// a.ts\n```\n```text\n1\n```\n```bash\nnode a.ts\n```\n'],
    ['a fence that is not closed', '```bash\ntrue\n'],
    ['a fence inside of a list', '- one:\n  ```bash\n  true\n  ```\n'],
  ])('is refused with %s', (_, guide) => {
    expect(() => readGuide(guide)).toThrow(Error);
  });
});
