import { describe, expect, it } from 'vitest';
import { LOT_MESSAGES } from '../lot/lotInput.ts';
import { decodeMessage } from '../messages/encodeMessage.ts';
import { firstMessages } from '../messages/fieldMessages.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { MASS } from '../messages/massMessages.ts';
import { unboundedTexts } from '../../../tests/lint/inputTexts.ts';
import { transformationInput, weighingInput, weighingLossFault } from './transformationInput.ts';

const NOW = new Date('2026-03-14T12:00:00Z');
const UUID = '0B9E7C52-3C1B-4F6E-9A57-0C3E5D1F2A34';
const schema = transformationInput(() => NOW);
const INPUTS = [
  { lot: 'LOT030', weight: 60 },
  { lot: UUID, weight: 40.5 },
];
const OUTPUT = { lotId: 'LOT900', weight: 40, moistureContent: 7.5 };
const GIVEN = { step: 'drying', inputs: INPUTS, outputs: [OUTPUT], loss: { weight: 60.5, reason: 'drying' } };

const result = (change: Record<string, unknown>) => schema.safeParse({ ...GIVEN, ...change });
const complaints = (change: Record<string, unknown>) => {
  const { error } = result(change);
  return error === undefined ? null : firstMessages(error);
};
const textOf = (encoded: string) => decodeMessage(encoded)?.text;

describe('a transformation', () => {
  it('is taken with its required fields alone', () => {
    const { loss: _loss, ...given } = GIVEN;
    expect(schema.parse({ ...given, inputs: [{ lot: ' lot030 ', weight: 60 }, INPUTS[1]] })).toEqual({
      step: 'drying',
      inputs: [
        { lot: 'LOT030', weight: 60 },
        { lot: UUID.toLowerCase(), weight: 40.5 },
      ],
      outputs: [{ ...OUTPUT, temperature: undefined, qualityScore: null, currentProcess: undefined }],
      loss: { weight: 0, reason: undefined, note: undefined },
      at: undefined,
      place: undefined,
      operatorName: undefined,
      notes: undefined,
      explanation: undefined,
    });
  });

  it('is taken with all fields, texts trimmed', () => {
    const taken = schema.parse({
      ...GIVEN,
      outputs: [{ ...OUTPUT, temperature: 31, qualityScore: 82, currentProcess: 'processed' }],
      loss: { weight: 60.5, reason: 'other', note: ' rain ' },
      at: '2026-03-14T22:00:00+10:00',
      place: ' Box 3 ',
      operatorName: 'Ana',
      notes: 'two days of sun',
      explanation: '',
    });
    expect(taken).toMatchObject({
      outputs: [{ temperature: 31, qualityScore: 82, currentProcess: 'processed' }],
      loss: { weight: 60.5, reason: 'other', note: 'rain' },
      at: NOW,
      place: 'Box 3',
      operatorName: 'Ana',
      explanation: undefined,
    });
  });

  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['an unknown step', { step: 'roasting' }, 'step', undefined],
    ['no input', { inputs: [] }, 'inputs', INPUT.tooFew({ field: 'inputs', least: 1 }).text],
    ['no output', { outputs: [] }, 'outputs', INPUT.tooFew({ field: 'outputs', least: 1 }).text],
    [
      '1,001 inputs',
      { inputs: Array.from({ length: 1_001 }, (_, at) => ({ lot: `LOT${at}`, weight: 1 })) },
      'inputs',
      INPUT.tooMany({ field: 'inputs', most: 1_000 }).text,
    ],
    [
      '101 outputs',
      { outputs: Array.from({ length: 101 }, (_, at) => ({ ...OUTPUT, lotId: `LOT${at}` })) },
      'outputs',
      INPUT.tooMany({ field: 'outputs', most: 100 }).text,
    ],
    [
      'an input twice, in other letters',
      { inputs: [...INPUTS, { lot: 'LOT031', weight: 1 }, { lot: 'lot030', weight: 1 }] },
      'inputs.3.lot',
      INPUT.listedTwice({ value: 'LOT030' }).text,
    ],
    [
      'an input twice by its UUID',
      { inputs: [...INPUTS, { lot: UUID.toLowerCase(), weight: 1 }] },
      'inputs.2.lot',
      INPUT.listedTwice({ value: UUID.toLowerCase() }).text,
    ],
    [
      'an output twice',
      { outputs: [OUTPUT, { ...OUTPUT, lotId: 'lot900' }] },
      'outputs.1.lotId',
      INPUT.listedTwice({ value: 'LOT900' }).text,
    ],
    ['an input without a lot', { inputs: [{ weight: 1 }] }, 'inputs.0.lot', INPUT.required({ field: 'lot' }).text],
    ['something else as a lot', { inputs: [{ lot: 'box 3', weight: 1 }] }, 'inputs.0.lot', INPUT.lotReference({}).text],
    ['no weight', { inputs: [{ lot: 'LOT030' }] }, 'inputs.0.weight', textOf(LOT_MESSAGES.weightRequired)],
    [
      'less than half a gram',
      { outputs: [{ ...OUTPUT, weight: 0.0004 }] },
      'outputs.0.weight',
      textOf(LOT_MESSAGES.weightPositive),
    ],
    [
      'more than a derived lot may weigh',
      { outputs: [{ ...OUTPUT, weight: 1_000_000.001 }] },
      'outputs.0.weight',
      INPUT.tooHeavy({ field: 'weight', mostKg: 1_000_000 }).text,
    ],
    [
      'an output that has left',
      { outputs: [{ ...OUTPUT, currentProcess: 'delivered' }] },
      'outputs.0.currentProcess',
      INPUT.oneOf({ field: 'currentProcess', choices: ['harvested', 'fermented', 'drying', 'processed'] }).text,
    ],
    ['no moisture', { outputs: [{ ...OUTPUT, moistureContent: undefined }] }, 'outputs.0.moistureContent', undefined],
    ['a negative loss', { loss: { weight: -1 } }, 'loss.weight', INPUT.tooLow({ field: 'loss', least: 0 }).text],
    ['a loss without a reason', { loss: { weight: 0.001 } }, 'loss.reason', MASS.lossReasonRequired({}).text],
    ['an unknown reason', { loss: { weight: 1, reason: 'theft' } }, 'loss.reason', undefined],
    [
      "the reason 'other' alone",
      { loss: { weight: 1, reason: 'other', note: ' ' } },
      'loss.note',
      MASS.lossNoteRequired({}).text,
    ],
    ['a time without a zone', { at: '2026-03-14T12:00:00' }, 'at', INPUT.notATime({ field: 'at' }).text],
    ['a time in the future', { at: '2026-03-14T12:05:00.001Z' }, 'at', INPUT.inFuture({ field: 'at' }).text],
    ['an unknown field', { ph: 5 }, 'ph', INPUT.unknownField({ field: 'ph' }).text],
  ])('is refused with %s', (_which, change, field, message) => {
    const found = complaints(change);
    expect(Object.keys(found ?? {})).toEqual([field]);
    if (message !== undefined) expect(found?.[field]).toBe(message);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a loss that rounds to nothing', { loss: { weight: 0.0004 } }],
    ['no loss, as null', { loss: null }],
    ['a time that a fast clock gave', { at: '2026-03-14T12:05:00Z' }],
    ['one output as the whole of one input', { inputs: [{ lot: 'LOT900', weight: 1 }] }],
  ])('is taken with %s', (_which, change) => expect(complaints(change)).toBeNull());

  it('takes no text that cannot be stored', () => {
    expect(unboundedTexts(schema, 'transformation')).toEqual([]);
    expect(unboundedTexts(weighingInput, 'weighing')).toEqual([]);
  });
});

describe('a weighing', () => {
  const weigh = (change: Record<string, unknown>) => {
    const { error } = weighingInput.safeParse({ weight: 40, ...change });
    return error === undefined ? null : firstMessages(error);
  };

  it.each<[string, Record<string, unknown>]>([
    ['its weight alone', {}],
    [
      'everything',
      { moistureContent: 7.5, lossReason: 'drying', operatorName: 'Ana', location: 'Shed', notes: 'dry', version: 3 },
    ],
    ['a described loss', { lossReason: 'other', lossNote: 'rats' }],
    [
      'nulls',
      { moistureContent: null, lossReason: null, lossNote: null, operatorName: null, location: null, notes: null },
    ],
  ])('is taken with %s', (_which, change) => expect(weigh(change)).toBeNull());

  it.each<[string, Record<string, unknown>, string]>([
    ['no weight', { weight: 0 }, 'weight'],
    ['too much moisture', { moistureContent: 101 }, 'moistureContent'],
    ['an undescribed loss', { lossReason: 'other' }, 'lossNote'],
    ['a broken version', { version: 1.5 }, 'version'],
    ['an unknown field', { stage: 'drying' }, 'stage'],
  ])('is refused with %s', (_which, change, field) => expect(Object.keys(weigh(change) ?? {})).toEqual([field]));

  it.each<[Parameters<typeof weighingLossFault>[0], number, string | null]>([
    [{}, 0, null],
    [{}, -500, null],
    [{}, 1, 'lossReason'],
    [{ lossReason: 'drying' }, 1, null],
    [{ lossReason: 'other' }, 1, 'lossNote'],
    [{ lossReason: 'other', lossNote: 'rats' }, 1, null],
  ])('with %o and a loss of %d g lacks %s', (given, grams, field) =>
    expect(weighingLossFault(given, grams)?.field ?? null).toBe(field),
  );
});
