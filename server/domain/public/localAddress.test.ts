import { expect, it } from 'vitest';
import { isLocalAddress } from './localAddress.ts';

it.each([
  ['http://127.0.0.1:4000/verify/LOT701', true],
  ['http://localhost/verify/LOT701', true],
  ['http://manam.local/verify/LOT701', true],
  ['https://192.168.1.20/verify/LOT701', true],
  ['https://172.20.0.4/verify/LOT701', true],
  ['http://[::1]:4000/verify/LOT701', true],
  ['http://[fd12::1]/verify/LOT701', true],
  ['https://172.32.0.4/verify/LOT701', false],
  ['https://8.8.8.8/verify/LOT701', false],
  ['https://trace.example.org/verify/LOT701', false],
  ['https://local.example.org/', false],
  ['no address', false],
])('%s is local: %s', (url, local) => {
  expect(isLocalAddress(url)).toBe(local);
});
