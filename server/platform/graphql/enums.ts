import { registerEnumType } from 'type-graphql';
import type { AlertStatus } from '../../domain/alert/alerts.ts';
import type { Role } from '../../domain/access/permissions.ts';
import type { Stage } from '../../domain/lot/stages.ts';

type EnumOf<Value extends string> = { [Key in Value]: Key };

/** A GraphQL enum whose names are its values, with the descriptions of it and of each value. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Record<Value, string>,
): EnumOf<Value> {
  const members = Object.fromEntries(Object.keys(values).map((value) => [value, value])) as EnumOf<Value>;
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]),
  );
  registerEnumType<Record<string, string>>(members, { name, description, valuesConfig });
  return members;
}

export const RoleEnum = enumOf<Role>('Role', 'What an account or a key may do', {
  farmer: 'Registers and follows the lots of one farm',
  processor: 'Registers and moves all lots, makes reports',
  auditor: 'Sees all lots, closes alerts, makes reports',
  admin: 'May do everything; partner keys never have it',
});
export const ProcessStageEnum = enumOf<Stage>('ProcessStage', 'Where a lot is in its journey; forward only', {
  harvested: 'First: picked and opened',
  fermented: 'Second: fermented in boxes or heaps',
  drying: 'Third: drying',
  processed: 'Fourth: cleaned and packed',
  shipped: 'Fifth: on its way',
  delivered: 'Last: received',
});
export const AlertStatusEnum = enumOf<AlertStatus>('AlertStatus', 'How far people are with an alert', {
  active: 'Nobody looks after it yet',
  acknowledged: 'Somebody looks after it',
  resolved: 'Closed, with what was found out',
  dismissed: 'Closed as unfounded',
});
