import { describe, expect, it } from 'vitest';
import { CLEAR_FIELDS, COMMITTED_FIELDS } from '../../../server/domain/ledger/content.ts';
import { adminMessagesIn } from '../../words/adminMessages.ts';
import { detailWords } from './auditWords.ts';

const words = adminMessagesIn();
const said = (details: Record<string, string[]>): string =>
  detailWords(
    words,
    Object.entries(details).map(([name, values]) => ({ name, values })),
  );

describe('the details of an audit entry', () => {
  it('label fields like inputs, and list a place once, however often it is stored', () => {
    expect(said({ fields: ['weightGrams', 'moistureHundredths', 'place', 'place2', 'place1', 'email'] })).toBe(
      'Fields: Weight, Moisture content, Place, Email',
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

  it('leave unknown values unchanged', () => {
    expect(said({ later: ['x'], fields: ['unheard'] })).toBe('later: x; Fields: unheard');
  });
});
