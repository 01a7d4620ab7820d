import { describe, expect, it } from 'vitest';
import type { QueryResultRow } from 'pg';
import { currentRequest, RequestScope, RequestTimeout } from './requestScope.ts';
import type { Rows } from './rows.ts';
import { SharedReads } from './sharedReads.ts';

/** Statements as a database gets them, answered when the test decides. */
class Source implements Pick<Rows, 'rows'> {
  readonly sent: {
    text: string;
    values: readonly unknown[];
    answer(rows: QueryResultRow[]): void;
    cancelled: boolean;
  }[] = [];

  rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return new Promise<QueryResultRow[]>((resolve) => {
      const sent = { text, values, answer: resolve, cancelled: false };
      currentRequest()?.whenOver(() => {
        sent.cancelled = true;
      });
      this.sent.push(sent);
    }) as Promise<Row[]>;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A request that reads; if it ends early, its rejection is ignored. */
function asking(reads: SharedReads, text: string, values: readonly unknown[] = []) {
  const scope = new RequestScope(60_000);
  return { scope, rows: scope.run(() => reads.rows(text, values)) };
}

describe('reads that several ask for at once', () => {
  it('are one statement for the same text and values, sent after the last of them asked', async () => {
    const source = new Source();
    const reads = new SharedReads(source);
    const first = asking(reads, 'lots of', ['FARM001']);
    const second = asking(reads, 'lots of', ['FARM001']);
    const other = asking(reads, 'lots of', ['FARM002']);
    expect(source.sent).toEqual([]);
    await turn();
    expect(source.sent.map(({ values }) => values)).toEqual([['FARM001'], ['FARM002']]);
    // A later call may have seen newer data than the running read returns: it is read again.
    const late = asking(reads, 'lots of', ['FARM001']);
    await turn();
    expect(source.sent).toHaveLength(3);
    source.sent[0]?.answer([{ id: 'before' }]);
    source.sent[1]?.answer([]);
    source.sent[2]?.answer([{ id: 'after' }]);
    expect(await Promise.all([first.rows, second.rows, other.rows, late.rows])).toEqual([
      [{ id: 'before' }],
      [{ id: 'before' }],
      [],
      [{ id: 'after' }],
    ]);
  });

  it('go on for the others when the time of one is over, and end with the last', async () => {
    const source = new Source();
    const reads = new SharedReads(source);
    const [hurried, patient] = [asking(reads, 'one'), asking(reads, 'one')];
    await turn();
    hurried.scope.giveUp();
    await expect(hurried.rows).rejects.toBeInstanceOf(RequestTimeout);
    expect(source.sent[0]?.cancelled).toBe(false);
    patient.scope.giveUp();
    await expect(patient.rows).rejects.toBeInstanceOf(RequestTimeout);
    expect(source.sent.map(({ cancelled }) => cancelled)).toEqual([true]);
  });

  it('fail for all who asked, and for nobody after them', async () => {
    const source = { rows: () => Promise.reject(new Error('Away')) };
    const reads = new SharedReads(source);
    const [first, second] = [asking(reads, 'one'), asking(reads, 'one')];
    await expect(first.rows).rejects.toThrow('Away');
    await expect(second.rows).rejects.toThrow('Away');
  });

  it('are sent at once where no request waits', async () => {
    const source = new Source();
    const rows = new SharedReads(source).rows('jobs');
    expect(source.sent).toHaveLength(1);
    source.sent[0]?.answer([]);
    expect(await rows).toEqual([]);
  });
});
