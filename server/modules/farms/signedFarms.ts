import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/** Farms of the register: all values are signed, so that a farmer or certificate that was exchanged in the database is noticed. */
export const FARM_ROWS = signedTable({
  kind: 'farm',
  table: 'farm',
  key: { column: 'id', type: 'uuid' },
  facts: {
    farmId: 't.farm_id',
    name: 't.name',
    village: 't.village',
    district: 't.district',
    country: 't.country',
    phone: 't.phone',
    farmers: 't.farmers',
    consents: 't.consents',
    certificates: 't.certificates',
    notes: 't.notes',
    version: 't.version',
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
    updatedAt: instantSql('t.updated_at'),
    erasedAt: instantSql('t.erased_at'),
  },
});
