import { describe, expect, it } from 'vitest';
import { mentions, sameName, unmistakable, type Person } from './person.ts';

const grace: Person = { userId: null, name: 'Grace Kila', email: 'grace@kila.example', farmId: 'F1', farmer: true };

describe('sameName', () => {
  it('compares trimmed, without case and composed', () => {
    expect(sameName(' grace  KILA', 'Grace Kila')).toBe(true);
    expect(sameName('Jose\u0301 Pe\u0301rez', 'JOS\u00c9 P\u00c9REZ')).toBe(true);
  });

  it('tells other names apart', () => {
    expect(sameName('Grace Kilam', 'Grace Kila')).toBe(false);
    expect(sameName('Jose Perez', 'Jos\u00e9 P\u00e9rez')).toBe(false);
  });
});

describe('mentions', () => {
  it.each(['Dried by Grace Kila.', 'grace\n kila', '(GRACE KILA)', 'write to GRACE@kila.example, please'])(
    'finds the person in %j',
    (text) => expect(mentions(text, grace)).toBe(true),
  );

  it.each(['Dried by Grace Kilam', 'disgrace kila', 'Grace', 'Kila Grace', ''])(
    'does not find the person in %j',
    (text) => expect(mentions(text, grace)).toBe(false),
  );

  it('takes the letters of a name literally', () => {
    expect(mentions('axb', { name: 'a.b', email: '' })).toBe(false);
    expect(mentions('by a.b today', { name: 'a.b', email: '' })).toBe(true);
  });

  it('finds nobody without a name', () => {
    expect(mentions('any text', { name: ' ', email: '' })).toBe(false);
  });
});

describe('unmistakable', () => {
  it('keeps a name of several words, and the address', () => {
    expect(unmistakable(grace)).toEqual({ name: 'Grace Kila', email: 'grace@kila.example' });
  });

  it('drops a name of one word', () => {
    expect(unmistakable({ ...grace, name: 'Grace' })).toEqual({ name: '', email: 'grace@kila.example' });
  });
});
