import { describe, expect, it } from 'vitest';
import { mayOpen } from './socketUpgrade.ts';

const ORIGINS = new Set(['https://trace.example', 'https://partner.example:8443']);

describe('a web socket', () => {
  it.each<[origin: string | undefined, host: string | null]>([
    [undefined, '127.0.0.1:4000'],
    [undefined, null],
    ['http://127.0.0.1:4000', '127.0.0.1:4000'],
    ['http://[::1]:4000', '[::1]:4000'],
    ['http://trace.local', 'trace.local'],
    ['http://trace.local', 'Trace.local:80'],
    ['https://trace.local', 'trace.local:443'],
    ['https://trace.example', '10.0.0.7:4000'],
    ['https://partner.example:8443', 'trace.example'],
  ])('may be opened from %s at %s', (origin, host) => {
    expect(mayOpen(origin, host, ORIGINS)).toBe(true);
  });

  it.each<[origin: string, host: string | null]>([
    ['https://evil.example', '127.0.0.1:4000'],
    ['http://127.0.0.1:4001', '127.0.0.1:4000'],
    ['http://127.0.0.1', '127.0.0.1:4000'],
    ['https://trace.example.evil.example', '127.0.0.1:4000'],
    ['http://trace.example', '127.0.0.1:4000'],
    ['https://trace.local', 'trace.local:80'],
    ['http://127.0.0.1:4000/x', '127.0.0.1:4000'],
    ['http://evil@127.0.0.1:4000', '127.0.0.1:4000'],
    ['ftp://127.0.0.1:4000', '127.0.0.1:4000'],
    ['null', '127.0.0.1:4000'],
    ['', ''],
    ['http://127.0.0.1:4000', null],
    ['https://trace.example, https://evil.example', '127.0.0.1:4000'],
  ])('may not be opened from %s at %s', (origin, host) => {
    expect(mayOpen(origin, host, ORIGINS)).toBe(false);
  });
});
