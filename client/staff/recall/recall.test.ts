import { describe, expect, it } from 'vitest';
import { recallOf, recallPath, recallVariables } from './recallAddress.ts';
import { recallLotsCsv } from './recallCsv.ts';

describe('the address of a recall', () => {
  it('names one start, the first that it has', () => {
    expect(recallPath({ lot: 'LOT701' })).toBe('/admin/recall?of=LOT701');
    expect(recallOf(new URLSearchParams('?farm=farm001&plot=x'))).toEqual({ start: 'farm', value: 'farm001' });
    expect(recallOf(new URLSearchParams('?of=%20&lot=LOT701'))).toBeNull();
  });

  it('asks the API for upper-case numbers, and for UUIDs as they are', () => {
    expect(recallVariables({ start: 'lot', value: 'lot701' })).toEqual({ lotId: 'LOT701' });
    const plot = '0b0e7c1e-2d8c-4a8e-9c1a-0d7f0d1c2b3a';
    expect(recallVariables({ start: 'plot', value: plot })).toEqual({ plotId: plot });
  });
});

it('quotes what CSV needs, and nothing is a formula', () => {
  const lot = {
    __typename: 'RecallLot' as const,
    id: 'a',
    lotId: '=1+1',
    kind: 'origin',
    farmId: 'A,"B"',
    weight: 1.5,
    currentProcess: 'drying' as const,
    deforestationStatus: 'No Deforestation',
  };
  expect(recallLotsCsv([['start', lot]])).toBe(
    'direction,lotId,kind,farmId,weightKg,stage,deforestationStatus\r\n' +
      `start,'=1+1,origin,"A,""B""",1.5,drying,No Deforestation\r\n`,
  );
});
