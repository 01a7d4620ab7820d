import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { messageWriter, type MessageParams } from './format.ts';

describe('a message', () => {
  it.each<[string, MessageParams, string]>([
    ['Lot {lotId}', { lotId: 'LOT701' }, 'Lot LOT701'],
    ['{count} of {total, number}', { count: 1234, total: 1234 }, '1234 of 1,234'],
    ['{share, number, percent} of the journey', { share: 0.5 }, '50% of the journey'],
    ['{count, plural, one {# lot} other {# lots}}', { count: 1 }, '1 lot'],
    ['{count, plural, one {# lot} other {# lots}}', { count: 1200 }, '1,200 lots'],
    ['{count, plural, =0 {none} one {# lot} other {# lots}}', { count: 0 }, 'none'],
    ['{count, plural, other {{farm, select, a {# of A} other {# of {farm}}}}}', { count: 2, farm: 'B' }, '2 of B'],
    ['{kind, select, fire {burning} other {gone}}', { kind: 'fire' }, 'burning'],
    // Names that every object has are cases like any other.
    ['{kind, select, fire {burning} other {gone}}', { kind: 'constructor' }, 'gone'],
    ["The column ''{column}'' isn't # there", { column: '{a}' }, "The column '{a}' isn't # there"],
    // What people typed stands as they typed it.
    ['{text}', { text: 'a\\u0041{b}' }, 'a\\u0041{b}'],
    ['{a}, {b}', { a: 'A' }, 'A, '],
  ])('%s with %j', (message, params, text) => {
    expect(messageWriter('en-US')(compileMessageOrThrow(message), params)).toBe(text);
  });

  it('has figures and plurals of its language', () => {
    const tokens = compileMessageOrThrow('{count, plural, one {# lot} other {# lots}}');
    expect(messageWriter('fr')(tokens, { count: 0 })).toBe('0 lot');
    expect(messageWriter('de')(tokens, { count: 1200 })).toBe('1.200 lots');
  });
});
