import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import type { Variety } from '../../domain/lot/cacao.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import {
  factsOf,
  LOT_FIELD_NAMES,
  type FieldForm,
  type FormOf,
  type LotField,
  type LotValues,
  type StoredName,
} from '../../domain/lot/lotTable.ts';
import type { RecordStatus } from '../../domain/public/publicAnswers.ts';
import type { StoredMessage } from '../../domain/messages/registry.ts';
import type { Stage } from '../../domain/lot/stages.ts';

/** The column of a field, by its form. */
const COLUMNS = {
  text: () => p.text(),
  variety: () => p.text().$type<Variety>(),
  day: () => p.date().$type<string>(),
  figure: () => p.integer(),
  texts: () => p.array().$type<string[]>(),
  flag: () => p.boolean(),
  stage: () => p.text().$type<Stage>(),
  status: () => p.text().$type<DeforestationStatus>(),
  moment: () => p.datetime(),
} as const satisfies Record<FieldForm, object>;

type Column<Field extends LotField> = ReturnType<(typeof COLUMNS)[FormOf<Field>]>;
type FieldColumns = {
  [Field in LotField as StoredName<Field>]: null extends LotValues[Field]
    ? ReturnType<Column<Field>['strictNullable']>
    : Column<Field>;
};

function fieldColumns(): FieldColumns {
  const columns: Record<string, unknown> = {};
  for (const { stored, form, nullable } of LOT_FIELD_NAMES.map(factsOf)) {
    columns[stored] = nullable ? COLUMNS[form]().strictNullable() : COLUMNS[form]();
  }
  // The type says of the same table what the loop does.
  return columns as FieldColumns;
}

/** A harvest lot; quantities in the whole-number units of `domain/text/units.ts`. */
export const LotEntity = defineEntity({
  name: 'Lot',
  tableName: 'lot',
  properties: {
    id: p.uuid().primary(),
    lotKey: p.text(),
    kind: p.text().$type<LotKind>(),
    /** grams in transformations and consignments */
    usedGrams: p.integer(),
    ...fieldColumns(),
    satelliteMessage: p.text().strictNullable(),
    /** the codes of that message; they count only if they generate it (`storedMessages`) */
    satelliteSaid: p.json().$type<StoredMessage[]>(),
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
    /** counts changes by people, not answers of the ledger or the satellite */
    version: p.integer(),
  },
});
export type Lot = InferEntity<typeof LotEntity>;
