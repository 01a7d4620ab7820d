import { describe, expect, it } from 'vitest';
import { fieldMessage, fieldMessages, firstMessages, MESSAGE_LIMITS } from '../messages/fieldMessages.ts';
import {
  blankOrText,
  createLotInput,
  latestCalendarDay,
  processUpdateInput,
  staffLotId,
  updateLotPatch,
} from './lotInput.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { NONE_GIVEN } from '../../../tests/support/optionalFields.ts';

const TODAY = '2026-03-14';
const LOT = {
  lotId: 'LOT030',
  farmId: 'FARM001',
  farmerName: 'Ana Quispe',
  cacaoVariety: 'Criollo',
  harvestDate: '2026-03-14',
  latitude: -3.75,
  longitude: -78.5,
  weight: 120.5,
  moistureContent: 7.2,
  temperature: 26.5,
};

/** The first message of each field, or null when the input is taken. */
function complaints(schema: { safeParse: ReturnType<typeof createLotInput>['safeParse'] }, given: unknown) {
  const result = schema.safeParse(given);
  return result.success ? null : firstMessages(result.error);
}
const create = (change: Record<string, unknown>) => complaints(createLotInput(TODAY), { ...LOT, ...change });

describe('a new lot', () => {
  it('is taken with its required fields alone, and gets defaults for the rest', () => {
    expect(createLotInput(TODAY).parse(LOT)).toEqual({
      ...LOT,
      plots: null,
      certifications: [],
      isAnonymized: false,
      ...NONE_GIVEN,
    });
  });

  it('with a day that is none says so once, and nothing of the future', () => {
    const { error } = createLotInput(TODAY).safeParse({ ...LOT, harvestDate: '2026-13-03' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['harvestDate']]);
  });

  it('comes out with upper-case ids, trimmed and composed texts and each certification once', () => {
    const lot = createLotInput(TODAY).parse({
      ...LOT,
      lotId: ' lota_7 ',
      farmId: ' farm-1 ',
      farmerName: '  Jose\u0301  ',
      certifications: ['UTZ', 'Organic', 'UTZ'],
    });
    expect(lot).toMatchObject({
      lotId: 'LOTA_7',
      farmId: 'FARM-1',
      farmerName: 'José',
      certifications: ['UTZ', 'Organic'],
    });
  });

  it.each([
    ['lotId', '', 'Lot ID is required'],
    ['lotId', undefined, 'Lot ID is required'],
    [
      'lotId',
      'BATCH1',
      'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)',
    ],
    ['farmId', ' ', 'Farm ID is required'],
    ['farmId', 'FARM 1', 'Farm ID can have letters, digits, _ and -, up to 40 characters'],
    ['farmId', 'F'.repeat(41), 'Farm ID can have letters, digits, _ and -, up to 40 characters'],
    ['farmerName', '   ', 'Farmer name is required'],
    ['farmerName', 'x'.repeat(121), 'Farmer name can be at most 120 characters'],
    ['farmerName', 'A\u0000B', "Farmer name contains characters that we can't store"],
    ['farmerName', 'A\ud800', "Farmer name contains characters that we can't store"],
    [
      'cacaoVariety',
      'Arabica',
      'Cacao variety must be one of Trinitario, Forastero, Criollo, Nacional, CCN-51, TSH-565, ICS-1, Other',
    ],
    ['harvestDate', '', 'Harvest date is required'],
    ['harvestDate', '14.03.2026', 'Harvest date must be a calendar day in the form YYYY-MM-DD'],
    ['harvestDate', '2026-02-29', 'Harvest date must be a calendar day in the form YYYY-MM-DD'],
    ['harvestDate', '2026-03-15', 'Harvest date cannot be in the future'],
    ['latitude', undefined, 'Latitude is required'],
    ['latitude', 90.000001, 'Latitude must be between -90 and 90'],
    ['latitude', -91, 'Latitude must be between -90 and 90'],
    ['latitude', NaN, 'Latitude must be between -90 and 90'],
    ['longitude', null, 'Longitude is required'],
    ['longitude', 180.5, 'Longitude must be between -180 and 180'],
    ['longitude', -181, 'Longitude must be between -180 and 180'],
    ['weight', undefined, 'Weight is required'],
    ['weight', 0, 'Weight must be a positive number'],
    ['weight', -1, 'Weight must be a positive number'],
    ['weight', 0.0004, 'Weight must be a positive number'],
    ['weight', '12', 'Weight must be a positive number'],
    ['weight', 10_000.1, 'Weight seems too high (max 10,000 kg)'],
    ['moistureContent', 100.1, 'Moisture content must be between 0 and 100%'],
    ['moistureContent', -0.1, 'Moisture content must be between 0 and 100%'],
    ['temperature', 60.1, 'Temperature must be between -50°C and 60°C'],
    ['temperature', -50.1, 'Temperature must be between -50°C and 60°C'],
    ['qualityScore', 100.1, 'Quality score must be between 0 and 100'],
    ['qualityScore', -1, 'Quality score must be between 0 and 100'],
    ['certifications', Array.from({ length: 21 }, () => 'UTZ'), 'Choose up to 20 certifications'],
    ['isAnonymized', 'yes', 'isAnonymized must be true or false'],
  ])('with %s = %j is refused: %s', (field, value, message) => {
    expect(create({ [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['latitude', 90],
    ['latitude', -90],
    ['longitude', 180],
    ['longitude', -180],
    ['weight', 10_000],
    ['weight', 0.001],
    ['moistureContent', 0],
    ['moistureContent', 100],
    ['temperature', -50],
    ['temperature', 60],
    ['qualityScore', 0],
    ['qualityScore', 100],
    ['qualityScore', null],
    ['harvestDate', '2024-02-29'],
    ['farmerName', 'x'.repeat(120)],
    ['farmId', 'F'.repeat(40)],
  ])('with %s = %j is taken', (field, value) => {
    expect(create({ [field]: value })).toBeNull();
  });

  it('with an unknown certification or an unknown field is refused, naming it', () => {
    expect(create({ certifications: ['Organic', 'Best'] })?.['certifications.1']).toContain(
      'Certifications must be from',
    );
    expect(create({ deforestationStatus: 'No Deforestation' })).toEqual({
      deforestationStatus: "You can't set deforestationStatus here",
    });
  });

  it('has a code of its own for each rule', () => {
    const wrong = { ...LOT, lotId: undefined, farmerName: 'x'.repeat(121), temperature: 61, weight: 20_000 };
    const result = createLotInput(TODAY).safeParse(wrong);
    expect(result.success ? [] : fieldMessages(result.error)).toEqual([
      fieldMessage('lotId', INPUT.required({ field: 'lotId' })),
      fieldMessage('farmerName', INPUT.tooLong({ field: 'farmerName', most: 120 })),
      fieldMessage('weight', INPUT.tooHeavy({ field: 'weight', mostKg: 10_000 })),
      fieldMessage('temperature', INPUT.outOfBounds({ field: 'temperature', min: -50, max: 60, measure: 'celsius' })),
    ]);
  });

  it('names every field that is wrong, not the first alone', () => {
    const result = createLotInput(TODAY).safeParse({});
    expect(result.success ? [] : fieldMessages(result.error).map(({ field }) => field)).toEqual([
      'lotId',
      'farmId',
      'farmerName',
      'cacaoVariety',
      'harvestDate',
      'latitude',
      'longitude',
      'weight',
      'moistureContent',
      'temperature',
    ]);
  });
});

describe('the lot id of the staff form', () => {
  it.each([
    ['LOT030', true],
    ['lot03099', true],
    ['LOT30', false],
    ['LOT123456', false],
    ['LOTABC', false],
  ])('%s: %s', (lotId, taken) => {
    expect(complaints(createLotInput(TODAY), { ...LOT, lotId })).toBeNull();
    const result = staffLotId.safeParse(lotId);
    expect(result.error === undefined ? [] : fieldMessages(result.error)).toEqual(
      taken ? [] : [fieldMessage('', INPUT.lotIdForm({}))],
    );
  });
});

describe('a change to a lot', () => {
  const patch = updateLotPatch(TODAY);

  it('sets only what is given', () => {
    expect(patch.parse({ weight: 90 })).toEqual({ weight: 90 });
    expect(patch.parse({})).toEqual({});
    expect(patch.parse({ qualityScore: null, version: 3 })).toEqual({ qualityScore: null, version: 3 });
  });

  it.each([
    [{ weight: 0 }, 'weight'],
    [{ harvestDate: '2026-03-15' }, 'harvestDate'],
    [{ lotId: 'LOT031' }, 'lotId'],
    [{ currentProcess: 'drying' }, 'currentProcess'],
    [{ farmerName: null }, 'farmerName'],
    [{ version: 0 }, 'version'],
    [{ version: 1.5 }, 'version'],
  ])('%j is refused at %s', (input, field) => {
    const result = patch.safeParse(input);
    expect(result.success ? [] : Object.keys(firstMessages(result.error))).toEqual([field]);
  });
});

describe('a stage change', () => {
  const STEP = { currentProcess: 'drying', processDetails: 'On raised beds' };
  const refused = (change: Record<string, unknown>) => {
    const result = processUpdateInput.safeParse({ ...STEP, ...change });
    return result.success ? null : firstMessages(result.error);
  };

  it('is taken with stage and details alone', () => {
    expect(processUpdateInput.parse(STEP)).toEqual(STEP);
  });

  it('takes every part, with instants in any offset, and blanks and nulls as not given', () => {
    const parsed = processUpdateInput.parse({
      ...STEP,
      processDetails: '  On raised beds ',
      location: ' ',
      operatorName: null,
      qualityChecks: { moisture: 7, temperature: null, notes: 'even' },
      timestamps: { startTime: '2026-03-14T10:00:00+10:00', endTime: '2026-03-14T00:00:00.000Z' },
    });
    expect(parsed).toMatchObject({
      processDetails: 'On raised beds',
      qualityChecks: { moisture: 7, temperature: null, notes: 'even' },
      timestamps: { startTime: new Date('2026-03-14T00:00:00Z'), endTime: new Date('2026-03-14T00:00:00Z') },
    });
    expect(parsed.location).toBeUndefined();
    expect(parsed.operatorName).toBeUndefined();
  });

  it.each([
    [{ currentProcess: undefined }, 'currentProcess', 'Choose a step'],
    [
      { currentProcess: 'roasted' },
      'currentProcess',
      'Process step must be one of harvested, fermented, drying, processed, shipped, delivered',
    ],
    [{ processDetails: ' ' }, 'processDetails', 'Process details are required'],
    [{ processDetails: 'x'.repeat(2001) }, 'processDetails', 'Process details can be at most 2,000 characters'],
    [{ operatorName: 'x'.repeat(121) }, 'operatorName', 'Operator name can be at most 120 characters'],
    [{ qualityChecks: { moisture: 101 } }, 'qualityChecks.moisture', 'Moisture content must be between 0 and 100%'],
    [{ qualityChecks: { temperature: 61 } }, 'qualityChecks.temperature', 'Temperature must be between -50°C and 60°C'],
    [{ qualityChecks: { ph: 4 } }, 'qualityChecks.ph', "You can't set ph here"],
    [{ timestamps: { startTime: 'noon' } }, 'timestamps.startTime', 'Start time must be a date and time'],
    [
      { timestamps: { startTime: '2026-03-14T10:00:00Z', endTime: '2026-03-14T09:59:59Z' } },
      'timestamps.endTime',
      'End time cannot be before the start time',
    ],
  ])('%j is refused at %s: %s', (change, field, message) => {
    expect(refused(change)).toEqual({ [field]: message });
  });
});

describe('a text that may be left out', () => {
  const rule = blankOrText('farmerName');

  it.each([
    ['  Trinitario \u0041\u030a ', 'Trinitario Å'],
    ['', null],
    ['  ', null],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('%j is %j', (typed, taken) => {
    expect(rule.parse(typed)).toBe(taken);
  });

  it.each([
    ['x'.repeat(121), 'Farmer name can be at most 120 characters'],
    ['a\u202eb', 'Farmer name contains invisible characters. Type it by hand.'],
  ])('%j is refused: %s', (typed, message) => {
    const { error } = rule.safeParse(typed);
    expect(error && firstMessages(error)).toEqual({ '': message });
  });
});

describe('the last day that a harvest may have, for a server', () => {
  it('is the day at UTC+14', () => {
    expect(latestCalendarDay(new Date('2026-03-14T09:59:59Z'))).toBe('2026-03-14');
    expect(latestCalendarDay(new Date('2026-03-14T10:00:00Z'))).toBe('2026-03-15');
  });
});

describe('the messages of wrong input', () => {
  const messages = (given: unknown) => {
    const result = updateLotPatch('2026-06-01').safeParse(given);
    return result.success ? [] : fieldMessages(result.error);
  };
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown${i}`, 1]));

  it('are all said up to 50, and counted beyond', () => {
    expect(messages(unknown(50))).toHaveLength(50);
    expect(messages(unknown(51)).slice(-2)).toEqual([
      {
        field: 'unknown49',
        message: "You can't set unknown49 here",
        said: { code: 'input.unknown_field', values: { field: 'unknown49' }, text: "You can't set unknown49 here" },
      },
      { field: '', message: 'and 1 more', said: { code: 'input.more', values: { count: 1 }, text: 'and 1 more' } },
    ]);
    expect(messages({ weight: 'x', ...unknown(1_234) }).at(-1)?.message).toBe('and 1,185 more');
  });

  it('name long fields by their beginnings', () => {
    const [message] = messages({ ['x'.repeat(10_000)]: 1 });
    expect(message?.field).toHaveLength(MESSAGE_LIMITS.fieldLength);
    expect(message?.message).toBe(`You can't set ${message?.field} here`);
  });
});
