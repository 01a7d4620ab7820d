import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/** Parties: all values are signed, so that a buyer who was exchanged in the database is noticed. */
export const PARTY_ROWS = signedTable({
  kind: 'party',
  table: 'party',
  key: { column: 'id', type: 'uuid' },
  facts: {
    kind: 't.kind',
    name: 't.name',
    address: 't.address',
    country: 't.country',
    eori: 't.eori',
    email: 't.email',
    version: 't.version',
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
    updatedAt: instantSql('t.updated_at'),
    erasedAt: instantSql('t.erased_at'),
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_PARTIES = [PARTY_ROWS];
