import { describe, expect, it } from 'vitest';
import { isFile, offlinePageKey, markSeen } from './offlinePages.ts';
import { parseWorkerMessage } from './messages.ts';

describe('what the worker answers', () => {
  it.each([
    ['/verify', '/verify'],
    ['/verify/', '/verify'],
    ['/verify?step=search&lang=fr', '/verify'],
    ['/verify/lot701', '/verify/LOT701'],
    ['/verify/LOT701?step=blockchain#top', '/verify/LOT701'],
    ['/verify/%4cOT701', '/verify/LOT701'],
  ])('is a page of ours: %s', (address, key) => {
    expect(offlinePageKey(address)).toBe(key);
  });

  it.each([
    '/',
    '/privacy',
    '/admin',
    '/login',
    '/verify/banana',
    '/verify/%E0%A4%A',
    '/verify/LOT701/proof',
    '/verifyLOT701',
    '/api/v1/lots/public/LOT701',
    '/graphql',
  ])('is nothing else: %s', (address) => {
    expect(offlinePageKey(address)).toBeNull();
  });

  it('are built files of the public pages', () => {
    expect(isFile('/pages/assets/main-Ab_1-x.js')).toBe(true);
    for (const other of ['/assets/main-Ab1.js', '/pages/assets/', '/pages/assets/a.js/b', '/x/pages/assets/a.js']) {
      expect([other, isFile(other)]).toEqual([other, false]);
    }
  });
});

it('a page that was kept says when it was seen', () => {
  const seenAt = '2026-03-14T08:30:00.000Z';
  expect(markSeen('<!doctype html><html lang="fr"><head>', seenAt)).toBe(
    `<!doctype html><html data-seen="${seenAt}" lang="fr"><head>`,
  );
});

it.each([
  null,
  'keep',
  {},
  { kind: 'keep' },
  { kind: 'run', address: '/verify' },
  { kind: 'keep', address: 'https://a' },
])('a message is one of ours or none: %j', (data) => {
  expect(parseWorkerMessage(data)).toBeNull();
});
