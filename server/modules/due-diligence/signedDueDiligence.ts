import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import { signedTable } from '../../platform/row-signatures/signedRows.ts';

/**
 * Documents, by the hashes of their bytes and of their thumbnails. Salt and anchor are compared with the register chain.
 */
export const DOCUMENT_ROWS = signedTable({
  kind: 'dd-document',
  table: 'dd_document',
  key: { column: 'id', type: 'uuid' },
  facts: {
    documentClass: 't.document_class',
    subjectKind: 't.subject_kind',
    farmId: 't.farm_id',
    plotId: 't.plot_id',
    lotId: 't.lot_id',
    consignmentId: 't.consignment_id',
    validFrom: 't.valid_from::text',
    validUntil: 't.valid_until::text',
    namesPerson: 't.names_person',
    uploadedBy: 't.uploaded_by',
    uploadedKey: 't.uploaded_key',
    uploadedAt: instantSql('t.uploaded_at'),
    mediaType: 't.media_type',
    sizeBytes: 't.size_bytes',
    title: 't.title',
    name: 't.name',
    sha256: `encode(t.sha256, 'hex')`,
    thumbnailSha256: `encode(t.thumbnail_sha256, 'hex')`,
    photoLatMicro: 't.photo_lat_micro',
    photoLonMicro: 't.photo_lon_micro',
    photoTakenAt: 't.photo_taken_at',
    eraseOn: 't.erase_on::text',
    removedAt: instantSql('t.removed_at'),
  },
});

export const ASSESSMENT_ROWS = signedTable({
  kind: 'dd-assessment',
  table: 'dd_assessment',
  key: { column: 'id', type: 'uuid' },
  facts: {
    scope: 't.scope',
    title: 't.title',
    country: 't.country',
    farmIds: 't.farm_ids',
    consignmentId: 't.consignment_id',
    conclusion: 't.conclusion',
    concludedAt: instantSql('t.concluded_at'),
    concludedBy: 't.concluded_by',
    concludedKey: 't.concluded_key',
    nextReviewOn: 't.next_review_on::text',
    version: 't.version',
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
  },
});

export const ANSWER_ROWS = signedTable({
  kind: 'dd-answer',
  table: 'dd_answer',
  key: { column: 'id', type: 'uuid' },
  facts: {
    assessmentId: 't.assessment_id',
    criterion: 't.criterion',
    risk: 't.risk',
    reason: 't.reason',
    evidence: 't.evidence',
    answeredBy: 't.answered_by',
    answeredKey: 't.answered_key',
    answeredAt: instantSql('t.answered_at'),
  },
});

export const MEASURE_ROWS = signedTable({
  kind: 'dd-measure',
  table: 'dd_measure',
  key: { column: 'id', type: 'uuid' },
  facts: {
    assessmentId: 't.assessment_id',
    consignmentId: 't.consignment_id',
    what: 't.what',
    responsible: 't.responsible',
    dueOn: 't.due_on::text',
    doneAt: instantSql('t.done_at'),
    doneBy: 't.done_by',
    doneKey: 't.done_key',
    createdBy: 't.created_by',
    createdKey: 't.created_key',
    createdAt: instantSql('t.created_at'),
  },
});

export const CONCERN_ROWS = signedTable({
  kind: 'dd-concern',
  table: 'dd_concern',
  key: { column: 'id', type: 'uuid' },
  facts: {
    raisedBy: 't.raised_by',
    text: 't.text',
    receivedOn: 't.received_on::text',
    consignmentId: 't.consignment_id',
    lotId: 't.lot_id',
    answer: 't.answer',
    answeredAt: instantSql('t.answered_at'),
    answeredBy: 't.answered_by',
    answeredKey: 't.answered_key',
    loggedBy: 't.logged_by',
    loggedKey: 't.logged_key',
    loggedAt: instantSql('t.logged_at'),
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_DUE_DILIGENCE = [DOCUMENT_ROWS, ASSESSMENT_ROWS, ANSWER_ROWS, MEASURE_ROWS, CONCERN_ROWS];
