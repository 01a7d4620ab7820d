import { describe, expect, it } from 'vitest';
import { nextStep } from './nextStep.ts';

const now = new Date('2026-12-01T12:00:00Z');
const draft = {
  kind: 'due_diligence',
  state: 'draft',
  filing: null,
  groupId: null,
  submittedAt: null,
  registryUuid: null,
  referenceNumber: null,
  numbersPublic: false,
} as const;
const usual = { driver: 'package', hasFaults: false, hasParts: false, hasNewer: false, now } as const;

describe('what comes next for a statement', () => {
  it('is one step at a time, from the check to the numbers', () => {
    expect(nextStep(draft, usual)).toEqual({ text: 'check', primary: 'check', others: ['edit', 'discard'] });
    expect(nextStep(draft, { ...usual, hasFaults: true }).text).toBe('checkAgain');
    const checked = { ...draft, state: 'checked' } as const;
    expect(nextStep(checked, usual).primary).toBe('handOver');
    expect(nextStep(checked, { ...usual, driver: 'traces_v3' })).toMatchObject({
      primary: 'submit',
      others: ['handOver', 'check', 'edit', 'discard'],
    });
    const handedOver = { ...draft, state: 'handed_over' } as const;
    expect(nextStep(handedOver, usual)).toEqual({ text: 'record', primary: 'record', others: ['amend', 'withdraw'] });
    const submitted = { ...draft, state: 'submitted', registryUuid: 'u', submittedAt: now.toISOString() } as const;
    expect(nextStep(submitted, usual)).toEqual({ text: 'numbers', primary: null, others: ['amend', 'withdraw'] });
  });

  it('is nothing while a job is at work, and for a part of a split one', () => {
    const filing = { step: 'hand_over', state: 'queued' } as const;
    expect(nextStep({ ...draft, state: 'checked', filing }, usual)).toEqual({
      text: 'packing',
      primary: null,
      others: [],
    });
    expect(nextStep({ ...draft, filing: { step: 'submit', state: 'waiting' } }, usual).text).toBe('parts');
    expect(nextStep({ ...draft, groupId: 'g' }, usual)).toEqual({ text: 'part', primary: null, others: [] });
  });

  it('offers amending and withdrawing for 72 hours, and for no version that another one replaces', () => {
    const available = {
      ...draft,
      state: 'available',
      referenceNumber: '26BE7XTVCZAQ2S',
      submittedAt: '2026-11-28T12:00:00Z',
    } as const;
    const within = ['amend', 'withdraw', 'record', 'publish', 'archive'];
    expect(nextStep(available, usual)).toEqual({ text: 'available', primary: null, others: within });
    const late = { ...usual, now: new Date('2026-12-01T12:00:00.001Z') };
    expect(nextStep(available, late).others).toEqual(['record', 'publish', 'archive']);
    expect(nextStep(available, { ...usual, hasNewer: true }).others).not.toContain('amend');
    expect(nextStep(available, { ...usual, hasParts: true }).others).not.toContain('amend');
    expect(nextStep({ ...available, groupId: 'g' }, usual).others).not.toContain('amend');
    expect(nextStep({ ...available, numbersPublic: true }, usual).others).toContain('unpublish');
    expect(nextStep({ ...available, state: 'withdrawn' }, usual).text).toBe('withdrawn');
  });
});
