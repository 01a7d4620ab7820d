import { describe, expect, it } from 'vitest';
import { isAutomation } from './automation.ts';

describe('automated access', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', false],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1', false],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['curl/8.5.0', true],
    ['python-requests/2.32', true],
    ['', true],
    [undefined, true],
  ])('%s: %s', (userAgent, automated) => {
    expect(isAutomation(userAgent)).toBe(automated);
  });
});
