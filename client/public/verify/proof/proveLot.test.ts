import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { embeddedProof } from '../../../../tests/support/embeddedProof.ts';
import { proofFiles } from '../../../../tests/support/proofFiles.ts';
import { momentOf, readContent } from '../../../../server/domain/ledger/content.ts';
import { SHOWN_VALUES, SITE_VALUES, siteValues, type ShownValue } from '../../../../server/domain/proof/shownValues.ts';
import { readLotAnswer, type LotAnswer } from '../publicAnswers.ts';
import { proveLot, type ProofProgress } from './proveLot.ts';

const fieldsOf = (value: unknown): Record<string, unknown> => z.record(z.string(), z.unknown()).parse(value);

const { roots, lots, proofs } = await proofFiles();
const file = proofs.get('delivered');
const { delivered } = lots;

/** The response for the lot's page, with a value in each member. */
function honest(): Record<string, unknown> {
  const journey = embeddedProof(file).events.flatMap(({ content: text, disclosed, block }) => {
    const content = readContent(text);
    const opened = (name: string) => disclosed.find(({ field }) => field === name)?.value ?? null;
    return content?.set.stage === undefined
      ? []
      : [
          {
            stage: content.set.stage,
            timestamp: momentOf(content),
            location: opened('location'),
            details: opened('processDetails'),
            blockNumber: block.number,
          },
        ];
  });
  return {
    lot: { ...delivered.lot, statusDecidedBy: 'satellite', statusDecidedOn: '2026-11-22', pendingReason: null },
    verification: delivered['verification'],
    sampleSatelliteData: true,
    country: 'PG',
    journey,
    satelliteCheck: { dataset: 'Sample', datasetVersion: '1', sample: true, hectares: 4.9, pixelMeters: 28 },
  };
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value, 'forged'];
  if (typeof value !== 'string') return 'forged';
  return Number.isNaN(Date.parse(value)) ? `${value} forged` : new Date(Date.parse(value) + 86_400_000).toISOString();
}

/** Other values for fields with few possible values. */
const OTHERS: Partial<Record<ShownValue, unknown>> = {
  'lot.currentProcess': 'drying',
  'lot.harvestUntil': '2026-12-31',
  'lot.qualityScore': 55.5,
  'lot.deforestationStatus': 'Deforestation Detected',
  'journey.stage': 'drying',
};

/** The response with one value changed; for the journey, that of a stage with details. */
function forged(value: ShownValue): Record<string, unknown> {
  const answer = honest();
  const [group = '', member] = value.split('.');
  const within = answer[group];
  const change = (held: Record<string, unknown>, name: string) => ({
    ...held,
    [name]: OTHERS[value] ?? other(held[name]),
  });
  if (member === undefined) return change(answer, group);
  const changed = Array.isArray(within)
    ? within.with(1, change(fieldsOf(within[1]), member))
    : change(fieldsOf(within), member);
  return { ...answer, [group]: changed };
}

async function proven(raw: Record<string, unknown>): Promise<ProofProgress | undefined> {
  const answer: LotAnswer | null = readLotAnswer({ data: raw });
  if (answer === null) throw new Error('No lot in the answer');
  // Both calls return the changed response, so the lot does not seem to change between them.
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/proof') ? file : { success: true, data: raw }),
  );
  let last: ProofProgress | undefined;
  await proveLot(answer, {
    roots: async () => roots,
    signal: new AbortController().signal,
    tell: (progress) => (last = progress),
  });
  return last;
}

afterEach(() => vi.unstubAllGlobals());

const values = Object.entries(SHOWN_VALUES).map(([shown, facts]) => ({ shown: shown as ShownValue, ...facts }));
const compared = values.filter(({ source }) => source !== 'site').map(({ shown }) => shown);

describe('what is shown of a lot, changed in transit', () => {
  it('is proven where nothing was changed', async () => {
    expect(await proven(honest())).toMatchObject({
      phase: 'done',
      steps: expect.arrayContaining([expect.objectContaining({ code: 'fields', state: 'proven' })]),
    });
  });

  it.each(compared)('is not proven: %s', async (value) => {
    const last = await proven(forged(value));
    const steps = last !== undefined && 'steps' in last ? last.steps : [];
    expect(steps.at(-1)).toMatchObject({ code: 'fields', state: 'failed' });
  });

  it.each(['farmerName', 'farmId', 'latitude', 'longitude', 'processDetails', 'weight'])(
    'is not proven where the lot is shown without its %s',
    async (field) => {
      const { lot, ...rest } = honest();
      expect(await proven({ ...rest, lot: { ...fieldsOf(lot), [field]: null } })).toMatchObject({
        steps: expect.arrayContaining([expect.objectContaining({ code: 'fields', state: 'failed' })]),
      });
    },
  );

  it('is not proven where a stage was left out, added or put in another place', async () => {
    const { journey, ...rest } = honest();
    const stages = Array.isArray(journey) ? journey : [];
    for (const changed of [stages.slice(1), [...stages, stages.at(-1)], stages.toReversed()]) {
      expect(await proven({ ...rest, journey: changed })).toMatchObject({
        steps: expect.arrayContaining([expect.objectContaining({ code: 'fields', state: 'failed' })]),
      });
    }
  });

  it.each(values.flatMap((one) => (one.source === 'site' ? [one] : [])))(
    'is named as told by this site wherever it is shown: $shown',
    ({ value, on }) => {
      for (const by of on) expect(siteValues(by)).toContain(value);
    },
  );

  it('has no name for what nothing shows', () => {
    expect(siteValues('page')).toEqual([...SITE_VALUES]);
  });

  it('stands in the table, each value that the page reads of an answer', () => {
    const answer = fieldsOf(readLotAnswer({ data: honest() }));
    const read = Object.entries(answer).flatMap(([group, held]) => {
      const within: unknown = Array.isArray(held) ? held[0] : held;
      return within !== null && typeof within === 'object'
        ? Object.keys(within).map((name) => `${group}.${name}`)
        : [group];
    });
    expect(read.filter((name) => !(name in SHOWN_VALUES))).toEqual([]);
    expect(read.length).toBeGreaterThan(35);
  });
});
