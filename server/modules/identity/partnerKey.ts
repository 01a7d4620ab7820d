import { defineEntity, p } from '@mikro-orm/core';
import type { KeyRole } from '../../domain/access/keyInput.ts';

/** A partner key, without the time of its last use. */
export const PartnerKeyEntity = defineEntity({
  name: 'PartnerKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    prefix: p.text(),
    /** keyed hash of the key */
    hash: p.blob(),
    role: p.text().$type<KeyRole>(),
    farmId: p.text(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
  },
});
