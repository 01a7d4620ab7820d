import { describe, expect, it } from 'vitest';
import { assertTellable } from './webhookAddress.ts';

const judge = (addresses: string[] | Error, loopback = false): Promise<string> =>
  assertTellable(new URL('https://partner.example/alerts'), loopback, async () => {
    if (addresses instanceof Error) throw addresses;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }).then(
    () => 'taken',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );

describe('a name that is given for a web hook', () => {
  it.each<[string, string[] | Error, string]>([
    ['with public addresses is taken', ['8.8.8.8', '2606:4700::1111'], 'taken'],
    ['with one address of a private network among them is refused', ['8.8.8.8', '10.0.0.1'], 'on the public internet'],
    ['with an address of this machine is refused', ['127.0.0.1'], 'on the public internet'],
    ['that cannot be looked up now is taken: each delivery looks it up again', new Error('ENOTFOUND'), 'taken'],
  ])('%s', async (_name, addresses, said) => {
    expect(await judge(addresses)).toContain(said);
  });

  it('may have an address of this machine where tests let it', async () => {
    expect(await judge(['127.0.0.1'], true)).toBe('taken');
    expect(await judge(['10.0.0.1'], true)).toContain('on the public internet');
  });
});
