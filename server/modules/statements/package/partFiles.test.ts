import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { splitStatement } from '../../../domain/statement/splitting.ts';
import type { FiledProducer, StatementContent } from '../../../domain/statement/statement.ts';
import { zipStream, type ArchivedFile } from '../../../platform/archive/zipFile.ts';
import { packedContent, unpackedContent } from '../content/packedContent.ts';
import { amendmentBody } from '../../../domain/statement/v3/bodies.ts';
import { filesOfBatch, packedFiles, partFiles, UUID_TO_FILL_IN } from './partFiles.ts';

const CORNERS = 30;

function producer(at: number): FiledProducer {
  const [lat, lon] = [-5_000_000 - Math.floor(at / 100) * 2_000, 145_000_000 + (at % 100) * 2_000];
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const turn = (corner / CORNERS) * 2 * Math.PI;
    return { latMicro: lat + Math.round(900 * Math.sin(turn)), lonMicro: lon + Math.round(900 * Math.cos(turn)) };
  });
  const geometry = { kind: 'polygon', ring } as const;
  return { country: 'PG', name: `Farmer ${at}`, places: [{ productionPlace: `FARM${at}`, geometry, areaHa: 3.1 }] };
}

function contentOf(producers: number): StatementContent {
  return {
    kind: 'due_diligence',
    operatorRole: 'OPERATOR',
    internalReference: 'C/2026 014',
    activityType: 'IMPORT',
    representedOperator: null,
    countryOfActivity: null,
    borderCrossCountry: 'DE',
    comment: null,
    geolocationConfidential: false,
    commodities: [
      {
        descriptionOfGoods: 'Cocoa beans',
        hsHeading: '1801',
        netGrams: 25_000_000,
        deviationPercent: null,
        producers: Array.from({ length: producers }, (_, at) => producer(at)),
      },
    ],
    groupedDeclarations: [],
  };
}

async function zipOf(packed: readonly Uint8Array[], replaces: { isFiled: boolean } | null = null): Promise<Buffer> {
  async function* files(): AsyncGenerator<ArchivedFile> {
    for (const one of packed) {
      for (const which of packedFiles(replaces)) yield* filesOfBatch(partFiles(await unpackedContent(one), which));
    }
  }
  const chunks: Buffer[] = [];
  const list = zipStream(files(), (entries) => ({
    name: 'manifest.json',
    bytes: Buffer.from(JSON.stringify(entries)),
  }));
  for await (const chunk of list) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('a content is stored and read back as it was, in the same bytes each time', async () => {
  const content = contentOf(3);
  const first = await packedContent(content);
  expect((await packedContent(structuredClone(content))).packed.equals(first.packed)).toBe(true);
  expect(createHash('sha256').update(first.packed).digest('hex')).toBe(first.contentHash);
  expect(await unpackedContent(first.packed)).toEqual(content);
});

it('files of a part are named by its reference, without characters that a file system refuses', async () => {
  const { packed } = await packedContent(contentOf(2));
  const files = unzipSync(await zipOf([packed]));
  expect(Object.keys(files)).toEqual([
    'submit/C-2026-014.xml',
    'type-2/C-2026-014.geojson',
    'type-1/C-2026-014-00001-PG.geojson',
    'type-1/C-2026-014-00002-PG.geojson',
    'plots/C-2026-014.csv',
    'manifest.json',
  ]);
  const [, row] = Buffer.from(files['plots/C-2026-014.csv'] ?? [])
    .toString()
    .split('\r\n');
  expect(row).toBe('00001,PG,Farmer 0,FARM0,3.1,polygon');
});

it('the package of an amendment has a body that amends, and none that submits', async () => {
  const content = contentOf(2);
  const files = unzipSync(await zipOf([(await packedContent(content)).packed], { isFiled: true }));
  expect(Object.keys(files).map((name) => name.split('/')[0])).toEqual([
    'amend',
    'type-2',
    'type-1',
    'type-1',
    'plots',
    'manifest.json',
  ]);
  const xml = Buffer.from(files['amend/C-2026-014.xml'] ?? []).toString();
  expect(xml).toContain('<dds:AmendDdsRequest');
  expect(xml).toContain(`<dds:uuid>${UUID_TO_FILL_IN}</dds:uuid>`);
  expect(xml).toContain(amendmentBody(UUID_TO_FILL_IN, content));
  expect(packedFiles({ isFiled: false }).slice(0, 2)).toEqual(['amend', 'submit']);
  const simplified = partFiles({ ...content, kind: 'simplified' }, 'amend');
  expect(Buffer.from(simplified.body).toString()).toContain(`<sd:sdIdentifier>${UUID_TO_FILL_IN}</sd:sdIdentifier>`);
});

it('10,000 producers are packed in under 30 seconds', { timeout: 60_000 }, async () => {
  const began = performance.now();
  const { parts, grouped } = splitStatement(contentOf(10_000));
  expect([parts.length, parts[0]?.commodities.length, grouped]).toEqual([1, 10, null]);
  const packed = await Promise.all(parts.map(async (part) => (await packedContent(part)).packed));
  const bytes = await zipOf(packed);
  expect(performance.now() - began).toBeLessThan(30_000);
  const names = Object.keys(unzipSync(bytes, { filter: ({ name }) => name.startsWith('type-1/') }));
  expect(names).toHaveLength(10_000);
});
