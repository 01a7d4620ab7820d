import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/** What papers name as their issuer: signed, so that it cannot be exchanged in the database. */
export const COOPERATIVE_ROWS = signedTable({
  kind: 'cooperative',
  table: 'cooperative',
  key: { column: 'id', type: 'text' },
  facts: {
    name: 't.name',
    address: 't.address',
    country: 't.country',
    eori: 't.eori',
    email: 't.email',
    lotNumbers: 't.lot_numbers',
    logo: `encode(sha256(t.logo), 'hex')`,
    logoType: 't.logo_type',
    version: 't.version',
    updatedAt: instantSql('t.updated_at'),
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_COOPERATIVE = [COOPERATIVE_ROWS];
