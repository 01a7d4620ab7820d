import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Geometry } from '../../../domain/plot/geometry/geometry.ts';
import {
  ACTIVITY_TYPES,
  OPERATOR_ROLES,
  STATEMENT_KINDS,
  type FiledProducer,
  type StatementContent,
} from '../../../domain/statement/statement.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Longitude and latitude in millionths of a degree, corner after corner: a statement has up to a million corners. */
const corners = z.array(z.int());
const storedGeometry = z.union([
  z.object({ point: z.tuple([z.int(), z.int()]), areaHa: z.number() }),
  z.object({ ring: corners }),
]);
type StoredGeometry = z.infer<typeof storedGeometry>;

const text = z.string().nullable();
const storedProducer = z.object({
  country: z.string(),
  name: z.string(),
  places: z.array(z.object({ productionPlace: z.string(), areaHa: z.number(), geometry: storedGeometry })),
});
const storedContent = z.object({
  kind: z.enum(STATEMENT_KINDS),
  operatorRole: z.enum(OPERATOR_ROLES),
  internalReference: z.string(),
  activityType: z.enum(ACTIVITY_TYPES),
  representedOperator: z
    .object({
      name: z.string(),
      address: z.object({ country: z.string(), street: z.string(), postalCode: z.string(), city: z.string() }),
      eori: text,
      email: text,
    })
    .nullable(),
  countryOfActivity: text,
  borderCrossCountry: text,
  comment: text,
  geolocationConfidential: z.boolean(),
  commodities: z.array(
    z.object({
      descriptionOfGoods: z.string(),
      hsHeading: z.string(),
      netGrams: z.number(),
      deviationPercent: z.number().nullable(),
      producers: z.array(storedProducer),
    }),
  ),
  groupedDeclarations: z.array(z.string()),
});
type StoredContent = z.infer<typeof storedContent>;

/**
 * A content as it is stored: JSON with its members in one fixed order, packed (gzip), and the SHA-256 of these bytes in
 * hex. The same content gives the same bytes.
 */
export async function packedContent(content: StatementContent): Promise<{ packed: Buffer; contentHash: string }> {
  const { representedOperator: operator } = content;
  const stored: StoredContent = {
    kind: content.kind,
    operatorRole: content.operatorRole,
    internalReference: content.internalReference,
    activityType: content.activityType,
    representedOperator: operator && {
      name: operator.name,
      address: {
        country: operator.address.country,
        street: operator.address.street,
        postalCode: operator.address.postalCode,
        city: operator.address.city,
      },
      eori: operator.eori,
      email: operator.email,
    },
    countryOfActivity: content.countryOfActivity,
    borderCrossCountry: content.borderCrossCountry,
    comment: content.comment,
    geolocationConfidential: content.geolocationConfidential,
    commodities: content.commodities.map((commodity) => ({
      descriptionOfGoods: commodity.descriptionOfGoods,
      hsHeading: commodity.hsHeading,
      netGrams: commodity.netGrams,
      deviationPercent: commodity.deviationPercent,
      producers: commodity.producers.map(producerIn),
    })),
    groupedDeclarations: [...content.groupedDeclarations],
  };
  const packed = await pack(JSON.stringify(stored));
  return { packed, contentHash: createHash('sha256').update(packed).digest('hex') };
}

/** A stored content. */
export async function unpackedContent(packed: Uint8Array): Promise<StatementContent> {
  const { commodities, ...own } = storedContent.parse(JSON.parse((await unpack(packed)).toString('utf8')));
  return {
    ...own,
    commodities: commodities.map((commodity) => ({ ...commodity, producers: commodity.producers.map(producerFrom) })),
  };
}

function producerIn({ country, name, places }: FiledProducer): z.infer<typeof storedProducer> {
  return {
    country,
    name,
    places: places.map(({ productionPlace, areaHa, geometry }) => ({
      productionPlace,
      areaHa,
      geometry: geometryIn(geometry),
    })),
  };
}

function producerFrom({ country, name, places }: z.infer<typeof storedProducer>): FiledProducer {
  return { country, name, places: places.map((one) => ({ ...one, geometry: geometryOut(one.geometry) })) };
}

function geometryIn(geometry: Geometry): StoredGeometry {
  if (geometry.kind === 'point') {
    return { point: [geometry.place.lonMicro, geometry.place.latMicro], areaHa: geometry.areaHa };
  }
  return { ring: geometry.ring.flatMap(({ lonMicro, latMicro }) => [lonMicro, latMicro]) };
}

function geometryOut(stored: StoredGeometry): Geometry {
  if ('point' in stored) {
    const [lonMicro, latMicro] = stored.point;
    return { kind: 'point', place: { lonMicro, latMicro }, areaHa: stored.areaHa };
  }
  const ring = Array.from({ length: stored.ring.length / 2 }, (_, at) => ({
    lonMicro: stored.ring[2 * at] ?? 0,
    latMicro: stored.ring[2 * at + 1] ?? 0,
  }));
  return { kind: 'polygon', ring };
}
