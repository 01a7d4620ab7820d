import { z } from 'zod';
import {
  changeUserInput,
  createUserInput,
  farmerHasFarm,
  needsFarm,
} from '../../../server/domain/access/accountInput.ts';
import { mayManageUser, ROLES, type Role } from '../../../server/domain/access/permissions.ts';
import type { UserRowFragment } from '../../graphql/generated.ts';

const rules = createUserInput.shape;

/** A new account: the rules of the server, over controls that all hold something. */
export const addUserForm = z
  .strictObject({ ...rules, email: rules.email.unwrap(), farmId: rules.farmId.unwrap() })
  .refine(farmerHasFarm, needsFarm);

/** What an account can be changed to; a farmer needs a farm, as with a new one. */
export const editUserForm = changeUserInput
  .pick({ name: true, email: true, role: true, farmId: true })
  .required()
  .refine(farmerHasFarm, needsFarm);
export type EditUser = z.output<typeof editUserForm>;

/** What the form of a new account opens with. */
export const NEW_USER: z.input<typeof addUserForm> = {
  username: '',
  name: '',
  role: 'farmer',
  farmId: '',
  email: '',
  password: '',
};

/** What the form of an account opens with. */
export function editedUser({ name, email, role, farmId }: UserRowFragment): Required<z.input<typeof editUserForm>> {
  return { name, email, role, farmId };
}

/** The fields that differ from what is stored: the others stay as somebody else may have made them meanwhile. */
export function changesOf(user: UserRowFragment, typed: EditUser): Partial<EditUser> {
  const changed = Object.entries(typed).filter(([field, value]) => Reflect.get(user, field) !== value);
  return Object.fromEntries(changed);
}

/**
 * The roles that a manager may give: an auditor those of farmers and processors (docs/spec/access-and-accounts.md,
 * 'Managing users').
 */
export function rolesToGive(manager: { role: Role }): Role[] {
  const grant = manager.role === 'admin' ? 'yes' : 'farmers-and-processors';
  return ROLES.filter((role) => mayManageUser(grant, role));
}
