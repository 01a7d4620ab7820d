import { describe, expect, it } from 'vitest';
import { CLEAR_FIELDS, COMMITTED_FIELDS } from '../../../server/domain/ledger/content.ts';
import { adminMessagesIn } from '../../words/adminMessages.ts';
import { detailWords, exactDetails } from './auditWords.ts';

const words = adminMessagesIn();
const said = (details: Record<string, string[]>): string =>
  detailWords(
    words,
    Object.entries(details).map(([name, values]) => ({ name, values, names: values })),
  );

describe('the details of an audit entry', () => {
  it('label fields like inputs, and list a place once, however often it is stored', () => {
    expect(said({ fields: ['weightGrams', 'moistureHundredths', 'place', 'place2', 'place1', 'email'] })).toBe(
      'Fields: Weight, Moisture content, Location, Email',
    );
  });

  it.each([...CLEAR_FIELDS, ...COMMITTED_FIELDS])('translate %s', (field) => {
    expect(said({ fields: [field] })).toMatch(/^Fields: [A-Za-z]+( [a-z]+|ID)*/);
    expect(said({ fields: [field] })).not.toBe(`Fields: ${field}`);
  });

  it('translate steps, roles, days and figures', () => {
    expect(said({ from: ['harvested'], to: ['drying'] })).toBe('from Harvested to Drying');
    expect(said({ from: ['farmer'], to: ['auditor'] })).toBe('from Farmer to Auditor');
    expect(said({ from: ['2026-10-01'], to: ['2026-10-31'], lots: ['12'] })).toBe(
      'from Oct 1, 2026 to Oct 31, 2026; Lots: 12',
    );
    expect(said({ filters: ['actor', 'from'] })).toBe('Filters: Who, From (UTC)');
  });

  it('name what ids stand for, and show the beginning of an id without a name', () => {
    const [lot, comment] = ['d29deecd-5310-4f63-b0ad-4dbb7fc1d6b5', 'aa9deecd-5310-4f63-b0ad-4dbb7fc1d6b5'];
    const details = [
      { name: 'deliveryOf', values: [lot], names: ['LOT702'] },
      { name: 'commentId', values: [comment], names: [comment] },
      { name: 'bytes', values: ['12'], names: ['12'] },
    ];
    expect(detailWords(words, details)).toMatch(/^Delivery of: LOT702; Comment: aa9deecd[^;]{1,12}; Bytes: 12$/);
    expect(exactDetails(details)).toBe(`deliveryOf: ${lot}; commentId: ${comment}`);
    expect(exactDetails(details.slice(2))).toBeNull();
  });

  it('leave unknown values unchanged', () => {
    expect(said({ later: ['x'], fields: ['unheard'] })).toBe('later: x; Fields: unheard');
  });
});
