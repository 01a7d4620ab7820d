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

/** Schema of a new account: the server's rules, for controls that are never undefined. */
export const addUserForm = z
  .strictObject({ ...rules, email: rules.email.unwrap(), farmId: rules.farmId.unwrap() })
  .refine(farmerHasFarm, needsFarm);

/** Schema of an edited account; a farmer needs a farm, like a new one. */
export const editUserForm = changeUserInput
  .pick({ name: true, email: true, role: true, farmId: true })
  .required()
  .refine(farmerHasFarm, needsFarm);
export type EditUser = z.output<typeof editUserForm>;

/** Initial values of a new account. */
export const NEW_USER: z.input<typeof addUserForm> = {
  username: '',
  name: '',
  role: 'farmer',
  farmId: '',
  email: '',
  password: '',
};

/** Initial values of an edited account. */
export function editedUser({ name, email, role, farmId }: UserRowFragment): Required<z.input<typeof editUserForm>> {
  return { name, email, role, farmId };
}

/** The changed fields only, so that concurrent changes of other fields are kept. */
export function changesOf(user: UserRowFragment, typed: EditUser): Partial<EditUser> {
  const changed = Object.entries(typed).filter(([field, value]) => Reflect.get(user, field) !== value);
  return Object.fromEntries(changed);
}

/**
 * The roles that a manager may assign; an auditor only farmer and processor (docs/spec/access-and-accounts.md,
 * 'Managing users').
 */
export function rolesToGive(manager: { role: Role }): Role[] {
  const grant = manager.role === 'admin' ? 'yes' : 'farmers-and-processors';
  return ROLES.filter((role) => mayManageUser(grant, role));
}
