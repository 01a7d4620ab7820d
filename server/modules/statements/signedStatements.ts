import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/** Statements: what was filed, its content's hash, its numbers and where it stands. */
export const STATEMENT_ROWS = signedTable({
  kind: 'statement',
  table: 'statement',
  key: { column: 'id', type: 'uuid' },
  facts: {
    consignmentId: 't.consignment_id',
    kind: 't.kind',
    filedAs: 't.filed_as',
    state: 't.state',
    groupId: 't.group_id',
    partNumber: 't.part_number',
    partCount: 't.part_count',
    version: 't.version',
    supersedesId: 't.supersedes_id',
    internalReference: 't.internal_reference',
    activityType: 't.activity_type',
    operatorRole: 't.operator_role',
    representedOperator: 't.represented_operator',
    countryOfActivity: 't.country_of_activity',
    borderCountry: 't.border_country',
    comment: 't.comment',
    confidential: 't.confidential',
    hsHeading: 't.hs_heading',
    description: 't.description',
    deviationPercent: 't.deviation_percent',
    numbersPublic: 't.numbers_public',
    contentHash: 't.content_hash',
    netGrams: 't.net_grams',
    producers: 't.producers',
    plots: 't.plots',
    countries: 't.countries',
    consignmentVersion: 't.consignment_version',
    checkedAt: instantSql('t.checked_at'),
    filing: 't.filing',
    filingStep: 't.filing_step',
    sentAt: instantSql('t.sent_at'),
    faults: 't.faults',
    registryUuid: 't.registry_uuid',
    referenceNumber: 't.reference_number',
    verificationNumber: 't.verification_number',
    submittedAt: instantSql('t.submitted_at'),
    availableAt: instantSql('t.available_at'),
    rejectedAt: instantSql('t.rejected_at'),
    rejection: 't.rejection',
    withdrawnAt: instantSql('t.withdrawn_at'),
    archivedAt: instantSql('t.archived_at'),
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
  },
});

/** Packages: their bytes are in pieces, whose hashes are signed with the package. */
export const PACKAGE_ROWS = signedTable({
  kind: 'statement-package',
  table: 'statement_package',
  key: { column: 'statement_id', type: 'uuid' },
  facts: {
    name: 't.name',
    sha256: 't.sha256',
    sizeBytes: 't.size_bytes',
    files: 't.files',
    pieces: 't.pieces',
    documents: 't.documents',
    madeAt: instantSql('t.made_at'),
  },
});

/** Numbers of suppliers, and what the registry said of them. */
export const DECLARATION_ROWS = signedTable({
  kind: 'supplier-declaration',
  table: 'supplier_declaration',
  key: { column: 'id', type: 'uuid' },
  facts: {
    referenceNumber: 't.reference_number',
    verificationNumber: 't.verification_number',
    verdict: 't.verdict',
    checkedAt: instantSql('t.checked_at'),
    checkedBy: 't.checked_by',
    checkedKey: 't.checked_key',
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_STATEMENTS = [STATEMENT_ROWS, PACKAGE_ROWS, DECLARATION_ROWS];
