import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Variety } from '../domain/cacao.ts';
import type { DeforestationStatus } from '../domain/deforestation.ts';

export type LedgerStatus = 'pending' | 'recorded' | 'failed';

/** A harvest lot; quantities in the whole-number units of `domain/units.ts`. */
export const LotEntity = defineEntity({
  name: 'Lot',
  tableName: 'lot',
  properties: {
    id: p.uuid().primary(),
    lotId: p.text(),
    lotKey: p.text(),
    farmId: p.text().nullable(),
    farmerName: p.text().nullable(),
    variety: p.text().$type<Variety>(),
    harvestDate: p.date().$type<string>(),
    latMicro: p.integer().nullable(),
    lonMicro: p.integer().nullable(),
    weightGrams: p.integer(),
    moistureHundredths: p.integer(),
    temperatureHundredths: p.integer(),
    certifications: p.array().$type<string[]>(),
    qualityTenths: p.integer().nullable(),
    isAnonymized: p.boolean(),
    /** position in STAGES */
    stage: p.smallint(),
    processDetails: p.text().nullable(),
    deforestationStatus: p.text().$type<DeforestationStatus>(),
    satelliteAt: p.datetime().nullable(),
    satelliteMessage: p.text().nullable(),
    ledgerStatus: p.text().$type<LedgerStatus>(),
    ledgerTxId: p.text().nullable(),
    ledgerSignature: p.text().nullable(),
    ledgerBlock: p.bigint().$type<string>().nullable(),
    ledgerRecordedAt: p.datetime().nullable(),
    headSeq: p.integer(),
    headHash: p.text(),
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
    /** counts what people change, not the ledger's or the satellite's answers */
    version: p.integer(),
  },
});
export type Lot = InferEntity<typeof LotEntity>;
