import { afterEach, describe, expect, it } from 'vitest';
import { toaster } from '../../design/toaster.ts';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { staffWordsIn } from '../../words/staffWords.ts';
import { announceAlert } from './announceAlert.tsx';

const words = staffWordsIn();
const announce = (id: string) => announceAlert(words, { id, lotId: 'LOT701', severity: 'high' } as AlertItemFragment);
const shown = () => toaster.getVisibleToasts().map(({ id, title }) => (id?.startsWith('alert') ? id : title));

describe('messages about new alerts', () => {
  afterEach(() => toaster.remove());

  it('show the newest two, and leave room for the result of an action', () => {
    for (let count = 1; count <= 6; count += 1) announce(`alert-${count}`);
    toaster.create({ type: 'success', title: 'Saved' });
    expect(shown()).toEqual(['Saved', 'alert-6', 'alert-5']);
  });

  it('tell of the same alert once', () => {
    for (const id of ['alert-1', 'alert-2', 'alert-2', 'alert-1']) announce(id);
    expect(shown().toSorted()).toEqual(['alert-1', 'alert-2']);
  });
});
