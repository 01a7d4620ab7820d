import { expect, it } from 'vitest';
import type { QueryResultRow } from 'pg';
import { EarlierFiguresType } from './earlierFigures.ts';

it('figures that could not be read are missing, are told to the log, and are read the next time', async () => {
  let away = true;
  const warnings: string[] = [];
  const row = <Row extends QueryResultRow>(): Promise<Row | null> =>
    away ? Promise.reject(new Error('canceling statement')) : Promise.resolve(null);
  const figures = new EarlierFiguresType(
    { lists: { row }, rows: async () => [] },
    { warn: (_: unknown, text?: string) => warnings.push(text ?? '') },
  );
  const now = new Date('2026-03-31T12:00:00Z');
  expect(await figures.read({ kind: 'all' }, now)).toBeNull();
  expect(warnings).toEqual(['The figures of 30 days ago could not be read']);
  away = false;
  expect(await figures.read({ kind: 'all' }, now)).toBeNull();
  expect(warnings).toHaveLength(1);
});
