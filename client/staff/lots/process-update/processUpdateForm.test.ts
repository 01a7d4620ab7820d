import { describe, expect, it } from 'vitest';
import { processUpdateInput } from '../../../../server/domain/lot/lotInput.ts';
import type { Stage } from '../../../../server/domain/lot/stages.ts';
import { checkedMessages, pressed } from '../../../../tests/support/forms.ts';
import { newProcessForm, type ProcessUpdateForm, processUpdateForm, UPDATE_FIELDS } from './processUpdateForm.ts';

const fresh = newProcessForm('drying', 'Ben Kora', new Date(2026, 2, 14, 9, 5));
const complete = {
  ...fresh,
  processDetails: ' On raised beds ',
  moisture: '7,1',
  temperature: '38',
  location: 'Kopra shed',
  notes: ' Turned twice a day ',
  endTime: '2026-03-14T17:00',
};

const stepErrors = (step: number, form: ProcessUpdateForm, from: Stage) =>
  checkedMessages(processUpdateForm(from, 100), form, UPDATE_FIELDS[step - 1] ?? []);
const submission = (form: ProcessUpdateForm, from: Stage) => pressed(processUpdateForm(from, 100), form, UPDATE_FIELDS);

describe('the process-update wizard', () => {
  it('opens with the current time as the start time', () => {
    expect(fresh).toMatchObject({ startTime: '2026-03-14T09:05', endTime: '', operatorName: 'Ben Kora' });
  });

  it('sends every value, in an input that the server accepts', async () => {
    const input = {
      currentProcess: 'drying',
      processDetails: 'On raised beds',
      operatorName: 'Ben Kora',
      location: 'Kopra shed',
      qualityChecks: { moisture: 7.1, temperature: 38, notes: 'Turned twice a day' },
      timestamps: {
        startTime: new Date(2026, 2, 14, 9, 5).toISOString(),
        endTime: new Date(2026, 2, 14, 17, 0).toISOString(),
      },
    };
    expect(await submission(complete, 'fermented')).toEqual({ input });
    expect(processUpdateInput.safeParse(input).success).toBe(true);
  });

  it('omits empty values', async () => {
    const bare = { ...complete, moisture: '', temperature: ' ', location: ' ', notes: ' ', startTime: '', endTime: '' };
    expect(await submission(bare, 'fermented')).toEqual({
      input: { currentProcess: 'drying', processDetails: 'On raised beds', operatorName: 'Ben Kora' },
    });
  });

  it.each([
    [1, { currentProcess: '' as const }, { currentProcess: 'Choose a step' }],
    [1, { currentProcess: 'fermented' as const }, { currentProcess: 'This lot is already in stage fermented.' }],
    [
      1,
      { currentProcess: 'harvested' as const },
      { currentProcess: 'A lot only moves forward: it is in stage fermented and cannot go back to harvested.' },
    ],
    [2, { processDetails: '  ' }, { processDetails: 'Process details are required' }],
    [2, { moisture: '101' }, { moisture: 'Moisture content must be between 0 and 100%' }],
    [2, { moisture: 'wet' }, { moisture: 'Moisture content must be between 0 and 100%' }],
    [2, { temperature: '61' }, { temperature: 'Temperature must be between -50°C and 60°C' }],
    [2, { startTime: 'now', endTime: '' }, { startTime: 'Start time must be a date and time' }],
    [2, { endTime: '2026-03-14T09:04' }, { endTime: 'End time cannot be before the start time' }],
    [3, { operatorName: ' ' }, { operatorName: 'Operator name is required' }],
  ] as const)('step %d with %j says %j, and submitting opens it', async (step, change, errors) => {
    const form = { ...complete, ...change };
    expect(await stepErrors(step, form, 'fermented')).toEqual(errors);
    expect(await submission(form, 'fermented')).toEqual({ step: step - 1 });
  });

  it('takes the weight of the step, and a reason where it is less than before', async () => {
    const weighed = { ...complete, weight: '40,5' };
    expect(await stepErrors(2, weighed, 'fermented')).toEqual({ lossReason: 'Choose a reason for the loss' });
    expect(await stepErrors(2, { ...weighed, lossReason: 'other' }, 'fermented')).toHaveProperty('lossNote');
    expect(await submission({ ...weighed, lossReason: 'drying' }, 'fermented')).toMatchObject({
      input: { qualityChecks: { weight: 40.5 }, loss: { reason: 'drying' } },
    });
    const same = await submission({ ...complete, weight: '100' }, 'fermented');
    expect(same).toMatchObject({ input: { qualityChecks: { weight: 100 } } });
    expect(same).not.toHaveProperty('input.loss');
  });

  it('accepts equal start and end times', async () => {
    expect(await stepErrors(2, { ...complete, endTime: complete.startTime }, 'fermented')).toEqual({});
  });

  it('reports wrong times together with other wrong fields', async () => {
    expect(await stepErrors(2, { ...complete, moisture: 'wet', endTime: '2026-03-14T09:04' }, 'fermented')).toEqual({
      moisture: 'Moisture content must be between 0 and 100%',
      endTime: 'End time cannot be before the start time',
    });
  });

  it('allows skipped stages, and requires no confirmation at the review', async () => {
    expect(await stepErrors(1, { ...complete, currentProcess: 'delivered' }, 'harvested')).toEqual({});
    expect(await stepErrors(4, { ...complete, processDetails: '' }, 'harvested')).toEqual({});
  });
});
