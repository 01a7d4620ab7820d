import { beforeEach, describe, expect, it } from 'vitest';
import { createLotInput } from '../../../server/domain/lot/lotInput.ts';
import { firstMessages } from '../../../server/domain/messages/fieldMessages.ts';
import type { DeviceStorage } from '../../deviceStorage.ts';
import { createDeliveryOutbox, sentDelivery, type WaitingDelivery } from './deliveryOutbox.ts';
import {
  bagWeight,
  firstDelivery,
  harvestDayOn,
  nextDelivery,
  nextScaleField,
  proposedTare,
  receivedValues,
  receiveForm,
  typedNet,
  type ReceiveValues,
} from './receiveForm.ts';
import { createReceiveMemory } from './receiveMemory.ts';

const TODAY = '2026-03-14';
const TOMORROW = '2026-03-15';
const COMPLETE: ReceiveValues = {
  ...firstDelivery('FARM001', TODAY, '26'),
  farmerName: 'Grace Kila',
  plots: ['Upper field'],
  latitude: '-5.2',
  longitude: '145.7',
  bags: '2',
  grossKg: '62,4',
  tareKg: '2',
  moistureContent: '55',
  grade: 'Grade 1',
};
const NEXT: ReceiveValues = { ...COMPLETE, bags: '', grossKg: '', tareKg: '', moistureContent: '', grade: '' };
const held = new Map<string, string>();
const storage: DeviceStorage = {
  getItem: (key) => held.get(key) ?? null,
  setItem: (key, value) => void held.set(key, value),
  removeItem: (key) => void held.delete(key),
};
beforeEach(() => held.clear());

describe('the form of a delivery', () => {
  const complaints = (change: Partial<ReceiveValues>) => {
    const { error } = receiveForm(TODAY).safeParse({ ...COMPLETE, ...change });
    return error === undefined ? null : firstMessages(error);
  };

  it('sends the net weight and what the scale showed, as the server takes it', () => {
    const sent = receiveForm(TODAY).parse(COMPLETE);
    expect(sent).toMatchObject({
      plots: ['Upper field'],
      weight: 60.4,
      delivery: { bags: 2, grossKg: 62.4, tareKg: 2, grade: 'Grade 1' },
    });
    expect(sent).not.toHaveProperty('latitude');
    const withPlace = receiveForm(TODAY).parse({ ...COMPLETE, plots: [], grade: '' });
    expect(createLotInput(TODAY).safeParse({ ...withPlace, lotId: 'LOT03012' }).success).toBe(true);
  });

  it.each([
    [{ bags: '' }, { bags: 'Bags is required' }],
    [{ grossKg: 'x' }, { grossKg: 'Gross weight must be a positive number' }],
    [{ tareKg: '62.4' }, { tareKg: 'Tare weight must be less than gross weight' }],
    [{ grossKg: '10003' }, { grossKg: 'Weight seems too high (max 10,000 kg)' }],
    [{ farmerName: '' }, { farmerName: 'Farmer name is required' }],
  ])('with %j says what is wrong', (change, messages) => {
    expect(complaints(change)).toEqual(messages);
  });

  it('goes on with Enter up to the grade, and begins the next delivery with the farm alone', () => {
    expect(nextScaleField('bags')).toBe('grossKg');
    expect(nextScaleField('grade')).toBeNull();
    expect(nextDelivery(COMPLETE, TODAY, TODAY)).toEqual(NEXT);
  });

  it('left open over midnight takes the new day, unless another one was chosen or the scale was read', () => {
    expect(nextDelivery(COMPLETE, TODAY, TOMORROW)).toEqual({ ...NEXT, harvestDate: TOMORROW });
    const chosen = { ...COMPLETE, harvestDate: '2026-03-12' };
    expect(nextDelivery(chosen, TODAY, TOMORROW).harvestDate).toBe('2026-03-12');
    expect(harvestDayOn(NEXT, TODAY, TOMORROW)).toBe(TOMORROW);
    expect(harvestDayOn({ ...NEXT, grossKg: '62.4' }, TODAY, TOMORROW)).toBe(TODAY);
  });
});

it('a refused delivery comes back into the form as it was typed', () => {
  const input = receiveForm(TODAY).parse({ ...COMPLETE, grossKg: '62.4' });
  expect(receivedValues(input)).toEqual({ ...COMPLETE, grossKg: '62.4', latitude: '', longitude: '' });
});

describe('net and tare', () => {
  it.each([
    ['62,4', '2', 60.4],
    ['62.4', '', null],
    ['', '2', null],
    ['2', '2', null],
    ['x', '2', null],
  ])('of %j gross and %j tare is %j', (grossKg, tareKg, net) => {
    expect(typedNet({ grossKg, tareKg })).toBe(net);
  });

  it.each([
    ['2', 1, '2'],
    ['3', 0.35, '1.05'],
    ['', 1, ''],
    ['1.5', 1, ''],
    ['0', 1, ''],
  ])('of %j bags of %d kg the tare is %j', (bags, bagKg, tare) => {
    expect(proposedTare(bags, bagKg)).toBe(tare);
  });

  it('the weight of a bag follows from a typed tare', () => {
    expect(bagWeight({ bags: 3, tareKg: 1.05 })).toBe(0.35);
  });
});

describe('the outbox', () => {
  const delivery = (key: string): WaitingDelivery => {
    const input = { ...receiveForm(TODAY).parse(COMPLETE), lotId: 'LOT03012' };
    return { key, at: '2026-03-14T08:00:00.000Z', input, refused: null };
  };

  it('sends a stored delivery with the same text as the first time', () => {
    const outbox = createDeliveryOutbox(storage);
    const first = sentDelivery(delivery('k1').input);
    outbox.put('ana', { ...delivery('k1'), input: first });
    expect(JSON.stringify(outbox.list('ana')[0]?.input)).toBe(JSON.stringify(first));
  });

  it('keeps deliveries of each user until they are removed', () => {
    const outbox = createDeliveryOutbox(storage);
    outbox.put('ana', delivery('k1'));
    outbox.put('ana', delivery('k2'));
    outbox.put('ben', delivery('k3'));
    outbox.put('ana', { ...delivery('k1'), refused: 'Lot ID is taken' });
    expect(createDeliveryOutbox(storage).list('ana')).toMatchObject([
      { key: 'k1', refused: 'Lot ID is taken', input: { weight: 60.4 } },
      { key: 'k2', refused: null },
    ]);
    for (const key of ['k1', 'k2']) outbox.remove('ana', key);
    expect(outbox.list('ana')).toEqual([]);
    outbox.remove('ben', 'k3');
    expect(held.size).toBe(0);
  });

  it('puts a delivery in the place of another one, unless that is gone', () => {
    const outbox = createDeliveryOutbox(storage);
    outbox.put('ana', { ...delivery('k1'), refused: 'Farm name is required' });
    outbox.put('ana', delivery('k2'));
    outbox.put('ben', delivery('k1'));
    expect(outbox.replace('ana', 'k1', delivery('k3'))).toBe(true);
    expect(outbox.list('ana')).toMatchObject([{ key: 'k3', refused: null }, { key: 'k2' }]);
    expect(outbox.replace('ana', 'k1', delivery('k4'))).toBe(false);
    expect(outbox.list('ana')).toMatchObject([{ key: 'k3' }, { key: 'k2' }]);
    expect(outbox.list('ben')).toMatchObject([{ key: 'k1' }]);
  });
});

it('a device remembers the last farms, the weight of a bag, and the paper', () => {
  const memory = createReceiveMemory(storage);
  expect(memory.read()).toEqual({ bagKg: 1, temperature: '', paper: '58', farms: {} });
  for (const farm of ['FARM001', 'FARM002', 'FARM001']) memory.addFarm('ana', farm);
  memory.write({ bagKg: 0.8, paper: '80' });
  expect(memory.read()).toEqual({
    bagKg: 0.8,
    temperature: '',
    paper: '80',
    farms: { ana: ['FARM001', 'FARM002'] },
  });
});
