import { expect, it } from 'vitest';
import { assurancesOf } from './assurance.ts';

const RECORDED = { status: 'recorded' } as const;
const LOT = { blockchainHash: RECORDED, deforestationStatus: 'No Deforestation' };
const ALL = { ledger: true, traceability: true, eudr: true };

it.each([
  ['all hold', LOT, 'ok', ALL],
  ['a ledger that does not answer', LOT, 'down', { ...ALL, ledger: false }],
  ['a ledger that was not asked yet', LOT, undefined, { ...ALL, ledger: false }],
  ['a lot that was never recorded', { ...LOT, blockchainHash: null }, 'ok', { ...ALL, traceability: false }],
  [
    'a lot of which an event still waits',
    { ...LOT, blockchainHash: { status: 'pending' } },
    'ok',
    { ...ALL, traceability: false },
  ],
  ['a lot that waits for its check', { ...LOT, deforestationStatus: 'Pending Review' }, 'ok', { ...ALL, eudr: false }],
  ['a status that nobody knows', { ...LOT, deforestationStatus: 'Fine' }, 'ok', { ...ALL, eudr: false }],
] as const)('claims of %s', (_, lot, ledgerStatus, claims) => {
  expect(assurancesOf(lot, ledgerStatus)).toEqual(claims);
});
