import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '../../domain/access/permissions.ts';

/** A staff account. */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'app_user',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    name: p.text(),
    role: p.text().$type<Role>(),
    email: p.text(),
    farmId: p.text(),
    passwordHash: p.text(),
    demo: p.boolean(),
    disabledAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    version: p.integer().version(),
  },
});
export type User = InferEntity<typeof UserEntity>;
