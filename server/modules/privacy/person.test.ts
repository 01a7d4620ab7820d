import { describe, expect, it } from 'vitest';
import { holding, likeName, looksLike, mentions, sameName, unmistakable, type Person } from './person.ts';

const grace: Person = { userId: null, name: 'Grace Kila', email: 'grace@kila.example', farmId: 'F1', farmer: true };

describe('sameName', () => {
  it.each([
    [' grace  KILA', 'Grace Kila'],
    ['Jose\u0301 Pe\u0301rez', 'JOS\u00c9 P\u00c9REZ'],
    ['Jose Perez', 'Jos\u00e9 P\u00e9rez'],
    ['\u0130nci', 'inci'],
  ])('takes %j for %j', (one, other) => expect(sameName(one, other)).toBe(true));

  it.each([
    ['Grace Kilam', 'Grace Kila'],
    ['Grace', 'Grace Kila'],
    ['Kila Grace', 'Grace Kila'],
    // Marks that are vowels: two names.
    ['\u0930\u093e\u092e', '\u0930\u092e'],
  ])('tells %j from %j', (one, other) => expect(sameName(one, other)).toBe(false));
});

describe('looksLike', () => {
  it.each([
    ['Cyrillic letters', 'Јоsé Рérеz'],
    ['Cyrillic capitals', 'ЈОЅÉ РÉРЕЗ'.replace('З', 'Z').replace('РЕ', 'RЕ')],
    ['a Greek letter', 'Jοsé Pérez'],
    ['a digit', 'J0sé Pérez'],
  ])('finds José Pérez with %s', (_what, name) => {
    expect(sameName(name, 'José Pérez')).toBe(false);
    expect(looksLike(name, 'José Pérez')).toBe(true);
  });

  it.each(['José Pérez', 'JOSE-PEREZ', 'Jose Peres', 'Josefa Pérez', 'Иван Петров'])('does not count %j', (name) =>
    expect(looksLike(name, 'José Pérez')).toBe(false),
  );
});

describe('likeName', () => {
  it.each(['grace', 'kil', 'Gr\u00e1ce K', 'grace kila', 'Grace Kila Maino'])('finds Grace Kila by %j', (typed) =>
    expect(likeName('Grace Kila', typed)).toBe(true),
  );

  it.each(['race', 'Grace Toa', 'Zora'])('does not find her by %j', (typed) =>
    expect(likeName('Grace Kila', typed)).toBe(false),
  );
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

  it('does not take the longer name of somebody else for the person', () => {
    const others = holding(['Grace Kila', 'Grace Kila Maino', 'Ana Toa'], grace);
    expect(others).toEqual(['Grace Kila Maino']);
    expect(mentions('Dried by GRACE Kil\u00e1 Maino', grace, others)).toBe(false);
    expect(mentions('Dried by Grace Kila Maino and Grace Kila', grace, others)).toBe(true);
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
