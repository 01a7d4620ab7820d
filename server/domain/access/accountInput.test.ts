import { describe, expect, it } from 'vitest';
import { newUserInput } from './accountInput.ts';
import { decodeMessage } from '../messages/encodeMessage.ts';

const PROCESSOR = { username: 'kila.m', name: 'Maria Kila', role: 'processor', password: 'eight-ch' };

describe('newUserInput', () => {
  it('takes an account and stores the farm in upper case', () => {
    expect(newUserInput.parse({ ...PROCESSOR, role: 'farmer', farmId: ' farm001 ' })).toEqual({
      ...PROCESSOR,
      role: 'farmer',
      farmId: 'FARM001',
      email: '',
      demo: false,
    });
  });

  it.each([
    [{ username: 'ab' }, 'username'],
    [{ username: '.abc' }, 'username'],
    [{ username: 'a b c' }, 'username'],
    [{ username: 'a'.repeat(41) }, 'username'],
    [{ name: ' ' }, 'name'],
    [{ name: 'Maria\0' }, 'name'],
    [{ role: 'owner' }, 'role'],
    [{ email: 'maria' }, 'email'],
    [{ farmId: 'FARM 1' }, 'farmId'],
    [{ password: 'seven-c' }, 'password'],
    [{ password: 'p'.repeat(201) }, 'password'],
    [{ role: 'farmer' }, 'farmId'],
    [{ role: 'farmer', farmId: '  ' }, 'farmId'],
  ])('refuses %j', (change, field) => {
    const result = newUserInput.safeParse({ ...PROCESSOR, ...change });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  it.each(['maria', `${'m'.repeat(250)}@example.org`])('says of %s what an address is', (email) => {
    const result = newUserInput.safeParse({ ...PROCESSOR, email });
    expect(decodeMessage(result.error?.issues[0]?.message ?? '')?.text).toBe(
      'Enter an email address such as name@example.org',
    );
  });
});
