import { beforeEach, expect, it, vi } from 'vitest';
import type { ImportCall, ImportOutcome, InspectOutcome, UploadCall } from './importCall.ts';
import { missingFields, type Inspection } from './inspection.ts';
import { createSheetImportJob, type SheetImportJob } from './sheetImportJob.ts';

const FILE = new File(['x'], 'lots.xlsx');
const FIELDS = [
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'latitude',
  'longitude',
  'weight',
  'moistureContent',
  'temperature',
] as const;
const format: Inspection['format'] = {
  kind: 'xlsx',
  sheet: 'Lots',
  sheets: ['Lots', 'Other'],
  encoding: null,
  delimiter: null,
  headRow: 1,
  decimal: 'point',
  dates: 'dmy',
  quality: '100',
};
const found = (fields: readonly Inspection['columns'][number]['field'][]): InspectOutcome => ({
  kind: 'inspected',
  found: { format, remembered: false, rows: 2, columns: fields.map((field) => ({ head: 'x', examples: [], field })) },
});
const checked: ImportOutcome = {
  kind: 'answered',
  answer: { created: 0, total: 2, invalid: 0, complete: true, rows: [] },
};

const inspect = vi.fn<(call: UploadCall) => Promise<InspectOutcome>>();
const send = vi.fn<(call: ImportCall) => Promise<ImportOutcome>>();
let job: SheetImportJob;

beforeEach(() => {
  inspect.mockReset();
  send.mockReset();
  send.mockResolvedValue(checked);
  job = createSheetImportJob({ inspect, send, missing: missingFields });
});

it('checks a file at once whose columns are known', async () => {
  inspect.mockResolvedValueOnce(found(FIELDS));
  await job.check(FILE);
  expect(job.read()).toMatchObject({ step: 'checked' });
  expect(send.mock.calls[0]?.[0]).toMatchObject({ dryRun: true, query: { sheet: 'Lots', columns: FIELDS.join(',') } });
});

it('asks for columns that are not known, then checks by them', async () => {
  inspect.mockResolvedValueOnce(found([...FIELDS.slice(1), null]));
  await job.check(FILE);
  expect(job.read()).toMatchObject({ step: 'mapping' });
  expect(send).not.toHaveBeenCalled();
  job.changeColumn(8, 'farmId');
  await job.checkMapped();
  expect(send.mock.calls[0]?.[0].query).toMatchObject({ columns: [...FIELDS.slice(1), 'farmId'].join(',') });
  expect(job.read()).toMatchObject({ step: 'checked' });
  // The file is registered as it was checked.
  await job.run();
  expect(send.mock.calls[1]?.[0]).toMatchObject({ dryRun: false, query: send.mock.calls[0]?.[0].query });
});

it('knows columns that were named, for a corrected file', async () => {
  inspect.mockResolvedValue(found([...FIELDS.slice(1), null]));
  await job.check(FILE);
  job.changeColumn(8, 'farmId');
  job.reset();
  await job.check(FILE);
  expect(job.read()).toMatchObject({ step: 'checked' });
  expect(send.mock.calls[0]?.[0].query).toMatchObject({ columns: [...FIELDS.slice(1), 'farmId'].join(',') });
});

it('reads a file anew for another sheet, not for another decimal mark', async () => {
  inspect.mockResolvedValue(found(FIELDS));
  await job.check(FILE);
  await job.changeFormat('decimal', 'comma');
  expect(inspect).toHaveBeenCalledTimes(1);
  await job.changeFormat('sheet', 'Other');
  expect(inspect.mock.calls[1]?.[0].query).toEqual({ decimal: 'comma', sheet: 'Other' });
  expect(job.read()).toMatchObject({ step: 'mapping', sheet: { chosen: { decimal: 'comma', sheet: 'Other' } } });
});

it('keeps the chosen format of a file that is tried again, and finds that of another one', async () => {
  inspect.mockResolvedValue(found(FIELDS));
  await job.check(FILE);
  await job.changeFormat('dates', 'mdy');
  send.mockResolvedValueOnce({ kind: 'failed', statusCode: 503 });
  await job.checkMapped();
  expect(job.read()).toMatchObject({ step: 'failed', during: 'checking' });
  await job.check(FILE);
  expect(inspect.mock.calls.at(-1)?.[0].query).toEqual({ dates: 'mdy' });
  expect(send.mock.calls.at(-1)?.[0].query).toMatchObject({ dates: 'mdy' });
  await job.check(new File(['y'], 'others.xlsx'));
  expect(inspect.mock.calls.at(-1)?.[0].query).toEqual({});
});

it('shows what cannot be read, and checks GeoJSON without columns', async () => {
  inspect.mockResolvedValueOnce({ kind: 'failed', statusCode: 503 });
  await job.check(FILE);
  expect(job.read()).toMatchObject({ step: 'failed', during: 'checking', statusCode: 503 });
  inspect.mockResolvedValueOnce({
    kind: 'inspected',
    found: { format: { ...format, kind: 'geojson' }, remembered: false, rows: 1, columns: [] },
  });
  await job.check(FILE);
  expect([send.mock.calls[0]?.[0].query, job.sheet()]).toEqual([{}, null]);
});

it('ignores a file after another one was chosen', async () => {
  const { promise, resolve: end } = Promise.withResolvers<InspectOutcome>();
  inspect.mockReturnValueOnce(promise).mockResolvedValueOnce(found(FIELDS));
  const first = job.check(FILE);
  await job.check(new File(['y'], 'second.xlsx'));
  end(found([]));
  await first;
  expect(job.read()).toMatchObject({ step: 'checked', file: { name: 'second.xlsx' } });
  job.reset();
  expect([job.read(), job.sheet()]).toEqual([{ step: 'none' }, null]);
});
