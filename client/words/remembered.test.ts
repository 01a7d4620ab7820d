import { expect, it } from 'vitest';
import { formatsOf } from './format.ts';
import { remembered } from './remembered.ts';

it('is made once, and again when 50 others came', () => {
  const values = remembered<object>();
  const first = values.get('first', () => ({}));
  for (let other = 0; other < 49; other += 1) values.get(`other${other}`, () => ({}));
  expect(values.get('first', () => ({}))).toBe(first);
  values.get('one more', () => ({}));
  expect([...values.all()]).toHaveLength(50);
  expect(values.get('first', () => ({}))).not.toBe(first);
});

it('formats are remembered, however many zones are asked for', () => {
  const formats = formatsOf('en-US', 'UTC');
  expect(formatsOf('en-US', 'UTC')).toBe(formats);
  for (const zone of Intl.supportedValuesOf('timeZone').slice(0, 60)) formatsOf('en-US', zone);
  expect(formatsOf('en-US', 'UTC')).not.toBe(formats);
});
