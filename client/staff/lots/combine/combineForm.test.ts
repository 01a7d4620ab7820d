import type { Path } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { transformationInput } from '../../../../server/domain/mass/transformationInput.ts';
import { checkedMessages, pressed } from '../../../../tests/support/forms.ts';
import type { CombinedLot } from './combinable.ts';
import { COMBINE_FIELDS, combineForm, formPath, newCombineForm, type CombineForm } from './combineForm.ts';
import { proposedLotId } from './proposedLotId.ts';

const LOTS: CombinedLot[] = [
  {
    id: '11111111-1111-4111-8111-111111111111',
    lotId: 'LOT701',
    currentProcess: 'drying',
    available: 100,
    moistureContent: 8,
  },
  {
    id: '22222222-2222-4222-8222-222222222222',
    lotId: 'LOT702',
    currentProcess: 'drying',
    available: 50,
    moistureContent: 7,
  },
];
const now = () => new Date('2026-03-14T08:00:00Z');
const complete: CombineForm = newCombineForm(LOTS, 'lot801', 'Ana');
const submission = (change: Partial<CombineForm>) =>
  pressed(combineForm(LOTS, now), { ...complete, ...change }, COMBINE_FIELDS);
const messageAt = async (field: Path<CombineForm>, change: Partial<CombineForm>) =>
  (await checkedMessages(combineForm(LOTS, now), { ...complete, ...change }, [field]))[field];

describe('the form of a transformation', () => {
  it('sends all that is available as one lot, in an input that the server accepts', async () => {
    const sent = await submission({});
    expect(sent).toMatchObject({
      input: {
        step: 'blending',
        inputs: [
          { lot: LOTS[0]?.id, weight: 100 },
          { lot: LOTS[1]?.id, weight: 50 },
        ],
        outputs: [{ lotId: 'LOT801', weight: 150, moistureContent: 7.67 }],
        loss: { weight: 0 },
        operatorName: 'Ana',
      },
    });
    expect(transformationInput(now).safeParse('input' in sent ? sent.input : null).success).toBe(true);
  });

  it.each<[number, Path<CombineForm>, Partial<CombineForm>, string]>([
    [0, 'inputKg.0', { inputKg: ['100.001', ''] }, 'LOT701'],
    [0, 'inputKg.0', { inputKg: ['0', ''] }, 'Weight must be'],
    [1, 'outputId.0', { outputId: ['801'] }, 'Invalid lot ID'],
    [1, 'outputMoisture.0', { outputMoisture: ['101'] }, 'Moisture content must be between 0 and 100%'],
    [1, 'lossKg', { outputKg: ['151'] }, '1 kg'],
    [1, 'lossReason', { outputKg: ['148'] }, 'reason'],
    [1, 'lossNote', { outputKg: ['148'], lossReason: 'other' }, 'Describe'],
    [1, 'outputMoisture.0', { outputKg: ['150'], outputMoisture: ['1'] }, 'of dry mass'],
    [1, 'explanation', { outputKg: ['120'], lossReason: 'drying' }, '80'],
    [2, 'at', { at: '2026-03-15T08:00' }, 'future'],
  ])('step %d says at %s with %j what is wrong', async (step, field, change, part) => {
    expect(await messageAt(field, change)).toContain(part);
    expect(await submission(change)).toEqual({ step });
  });

  it('takes an unexpected yield with an explanation', async () => {
    const sent = await submission({ outputKg: ['120'], lossReason: 'drying', explanation: 'Wet sacks' });
    expect(sent).toMatchObject({ input: { loss: { weight: 30, reason: 'drying' }, explanation: 'Wet sacks' } });
  });

  it.each([
    ['inputs.1.weight', ['inputKg', 1]],
    ['inputs.1.lot', ['inputKg', 1]],
    ['outputs.2.lotId', ['outputId', 2]],
    ['outputs.0.moistureContent', ['outputMoisture', 0]],
    ['outputs', ['outputMoisture', 0]],
    ['loss.weight', ['lossKg']],
    ['loss.reason', ['lossReason']],
    ['explanation', ['explanation']],
  ])('asks for %s at %j', (field, path) => expect(formPath(field.split('.'))).toEqual(path));

  it('proposes ids one after another, past those in the list', () => {
    expect(proposedLotId(['LOT098', 'lot099 '], 'LOT098')).toBe('LOT100');
    expect(proposedLotId(['mine'], 'LOT98')).toBe('LOT98');
  });
});
