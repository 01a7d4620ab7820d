import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Variety } from '../domain/cacao.ts';
import type { DeforestationStatus } from '../domain/deforestation.ts';
import type { RecordStatus } from '../domain/publicAnswers.ts';

/** A harvest lot; quantities in the whole-number units of `domain/units.ts`. */
export const LotEntity = defineEntity({
  name: 'Lot',
  tableName: 'lot',
  properties: {
    id: p.uuid().primary(),
    lotId: p.text(),
    lotKey: p.text(),
    farmId: p.text().strictNullable(),
    farmerName: p.text().strictNullable(),
    variety: p.text().$type<Variety>(),
    harvestDate: p.date().$type<string>(),
    latMicro: p.integer().strictNullable(),
    lonMicro: p.integer().strictNullable(),
    weightGrams: p.integer(),
    moistureHundredths: p.integer(),
    temperatureHundredths: p.integer(),
    certifications: p.array().$type<string[]>(),
    qualityTenths: p.integer().strictNullable(),
    isAnonymized: p.boolean(),
    /** position in STAGES */
    stage: p.smallint(),
    processDetails: p.text().strictNullable(),
    deforestationStatus: p.text().$type<DeforestationStatus>(),
    satelliteAt: p.datetime().strictNullable(),
    satelliteMessage: p.text().strictNullable(),
    ledgerStatus: p.text().$type<RecordStatus>(),
    ledgerTxId: p.text().strictNullable(),
    ledgerSignature: p.text().strictNullable(),
    ledgerBlock: p.bigint().$type<string>().strictNullable(),
    ledgerRecordedAt: p.datetime().strictNullable(),
    headSeq: p.integer(),
    headHash: p.text(),
    createdBy: p.uuid().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    deletedAt: p.datetime().strictNullable(),
    /** counts what people change, not the ledger's or the satellite's answers */
    version: p.integer(),
  },
});
export type Lot = InferEntity<typeof LotEntity>;
