import { Field, Float, ID, InputType, Int, ObjectType, createUnionType } from 'type-graphql';
import type { RiskLevel } from '../../domain/due-diligence/countryBenchmarks.ts';
import type { DocumentClass, DocumentSubject, DocumentValidity } from '../../domain/due-diligence/documentClasses.ts';
import type { DueDiligenceMend } from '../../domain/due-diligence/missingDueDiligence.ts';
import type { AssessmentScope, Conclusion, CriterionRisk } from '../../domain/due-diligence/riskCriteria.ts';
import { enumOf } from '../../platform/graphql/enums.ts';
import { NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { AssessmentState } from './assessmentView.ts';

export const DocumentClassEnum = enumOf<DocumentClass>('DocumentClass', 'What a document stands for', {
  land_use: 'The right to use the land: Article 2(40)(a)',
  environment: 'Protection of the environment: Article 2(40)(b)',
  labour: 'Labour rights: Article 2(40)(e)',
  third_party_rights: 'Rights of third parties: Article 2(40)(d)',
  consent: 'Free, prior and informed consent: Article 2(40)(g)',
  tax_customs: 'Tax, trade and customs: Article 2(40)(h)',
  certificate: 'Certification, as additional information: Article 10(2)(n)',
});
export const DocumentSubjectEnum = enumOf<DocumentSubject>('DocumentSubject', 'What a document is about', {
  farm: 'A farm',
  plot: 'A plot',
  lot: 'A lot',
  consignment: 'A consignment',
});
const DocumentValidityEnum = enumOf<DocumentValidity>('DocumentValidity', 'Whether a document counts today', {
  valid: 'It counts',
  expires_soon: 'It counts for 90 days more at most',
  expired: 'Its last day is past',
  not_yet: 'Its first day is ahead',
});
export const AssessmentScopeEnum = enumOf<AssessmentScope>('AssessmentScope', 'What an assessment is about', {
  country: 'All beans of a country',
  farm_group: 'The beans of some farms',
  consignment: 'One consignment',
});
const AssessmentStateEnum = enumOf<AssessmentState>('AssessmentState', 'How far an assessment is', {
  draft: 'It is not concluded',
  current: 'It is in force',
  review_due: 'Its next review is past',
});
const CriterionRiskEnum = enumOf<CriterionRisk>('CriterionRisk', 'The answer to a criterion', {
  negligible: 'There is no cause for concern',
  not_negligible: 'There is',
  not_known: 'Nobody knows yet',
});
export const ConclusionEnum = enumOf<Conclusion>('RiskConclusion', 'What an assessment concluded', {
  negligible: 'The risk is negligible',
  not_negligible: 'The risk is to be lowered first',
});
const RiskLevelEnum = enumOf<RiskLevel>('RiskLevel', 'Risk of a country by Article 29', {
  low: 'Low',
  standard: 'Standard',
  high: 'High',
});
const DueDiligenceMendEnum = enumOf<DueDiligenceMend>('DueDiligenceMend', 'How a gap is mended', {
  upload: 'Add a document',
  assess: 'Assess the risk',
  mitigate: 'Lower the risk, then assess it again',
  complete: 'Complete the measure',
});

@ObjectType({ simpleResolvers: true, description: 'Where and when a photo was taken, as its camera wrote it' })
export class DocumentPhoto {
  @Field(() => Float, { nullable: true, description: 'Degrees; null: the camera wrote no position' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees' })
  longitude!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "By the camera's clock, YYYY-MM-DDTHH:MM:SS without a time zone; null: it wrote no time",
  })
  takenAt!: string | null;
}

@ObjectType('DueDiligenceDocument', { simpleResolvers: true, description: 'A document, without its file' })
export class DocumentType {
  @Field(() => ID, { description: 'UUID; its file: GET /due-diligence/documents/{id}/file' })
  id!: string;

  @Field(() => DocumentClassEnum, { description: 'What it stands for' })
  documentClass!: DocumentClass;

  @Field(() => DocumentSubjectEnum, { description: 'What it is about' })
  subjectKind!: DocumentSubject;

  @Field(() => String, { description: 'Farm id, or UUID of the plot, lot or consignment' })
  subject!: string;

  @Field(() => String, { nullable: true, description: 'What people call it; null: it has no name any more' })
  subjectName!: string | null;

  @Field(() => String, { nullable: true, description: 'The farm that it is about' })
  farmId!: string | null;

  @Field(() => String, { description: 'Empty once an erasure took the names' })
  title!: string;

  @Field(() => String, { description: 'File name' })
  name!: string;

  @Field(() => String, { description: 'Found from the content' })
  mediaType!: string;

  @Field(() => Int, { description: 'Bytes' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of its bytes, hex' })
  sha256!: string;

  @Field(() => CalendarDate, { description: 'Its first day' })
  validFrom!: string;

  @Field(() => CalendarDate, { nullable: true, description: 'Its last day; null: without end' })
  validUntil!: string | null;

  @Field(() => DocumentValidityEnum, { description: 'Whether it counts today, UTC' })
  validity!: DocumentValidity;

  @Field(() => Boolean, { description: 'Whether it names a person' })
  namesPerson!: boolean;

  @Field(() => Boolean, { description: 'Whether GET /due-diligence/documents/{id}/thumbnail has a picture of it' })
  hasThumbnail!: boolean;

  @Field(() => DocumentPhoto, { nullable: true, description: 'Of a photo of which place and time were chosen to stay' })
  photo!: DocumentPhoto | null;

  @Field(() => String, { nullable: true, description: 'Who added it; null once erased' })
  uploadedBy!: string | null;

  @Field(() => DateTime, { description: 'When it was added' })
  uploadedAt!: Date;

  @Field(() => Boolean, { description: 'Whether the ledger has its commitment' })
  isAnchored!: boolean;
}

@ObjectType({ description: 'One page of documents' })
export class DueDiligenceDocumentPage {
  @Field(() => [DocumentType], { description: 'The newest first; with `expiring` the first to expire first' })
  documents!: DocumentType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('CriterionAnswer', { simpleResolvers: true, description: 'The answer to a criterion of Article 10(2)' })
class CriterionAnswerType {
  @Field(() => String, { description: 'Its letter, a to n' })
  criterion!: string;

  @Field(() => CriterionRiskEnum, { description: 'What was found' })
  risk!: CriterionRisk;

  @Field(() => String, { nullable: true, description: 'Why; null once erased' })
  reason!: string | null;

  @Field(() => [ID], { description: 'UUIDs of documents' })
  evidence!: string[];

  @Field(() => String, { nullable: true, description: 'Who answered it; null once erased' })
  answeredBy!: string | null;

  @Field(() => DateTime, { description: 'When it was answered last' })
  answeredAt!: Date;
}

@ObjectType('RiskAssessmentListed', { description: 'A risk assessment without its answers' })
export class ListedAssessmentType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => AssessmentScopeEnum, { description: 'What it is about' })
  scope!: AssessmentScope;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  title!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  country!: string | null;

  @Field(() => [String], { description: 'Of a group of farms' })
  farmIds!: string[];

  @Field(() => ID, { nullable: true, description: 'Of a consignment' })
  consignmentId!: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the consignment' })
  consignmentNumber!: string | null;

  @Field(() => AssessmentStateEnum, { description: 'How far it is today' })
  state!: AssessmentState;

  @Field(() => ConclusionEnum, { nullable: true, description: 'Null until it is concluded' })
  conclusion!: Conclusion | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was concluded' })
  concludedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who concluded it; null once erased' })
  concludedBy!: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Until when it is in force' })
  nextReviewOn!: string | null;

  @Field(() => Int, { description: 'Counts its changes, from 1' })
  version!: number;

  @Field(() => String, { nullable: true, description: 'Who started it; null once erased' })
  createdBy!: string | null;

  @Field(() => DateTime, { description: 'When it was started' })
  createdAt!: Date;
}

@ObjectType('RiskAssessment', { description: 'A risk assessment with its answers' })
export class AssessmentType extends ListedAssessmentType {
  @Field(() => [CriterionAnswerType], { description: 'By letter' })
  answers!: CriterionAnswerType[];
}

@ObjectType({ description: 'One page of risk assessments' })
export class RiskAssessmentPage {
  @Field(() => [ListedAssessmentType], { description: 'The newest first' })
  assessments!: ListedAssessmentType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('MitigationMeasure', { simpleResolvers: true, description: 'A measure that lowers a risk' })
export class MeasureType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The assessment that asks for it' })
  assessmentId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The consignment that it is for' })
  consignmentId!: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the consignment' })
  consignmentNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'What is done; null once erased' })
  what!: string | null;

  @Field(() => String, { nullable: true, description: 'Who sees to it; null once erased' })
  responsible!: string | null;

  @Field(() => CalendarDate, { description: 'Its last day' })
  dueOn!: string;

  @Field(() => Boolean, { description: 'Whether it is open and its day is past' })
  isOverdue!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'Null while it is open' })
  doneAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who recorded it as done; null once erased' })
  doneBy!: string | null;

  @Field(() => String, { nullable: true, description: 'Who added it; null once erased' })
  createdBy!: string | null;

  @Field(() => DateTime, { description: 'When it was added' })
  createdAt!: Date;
}

@ObjectType({ description: 'One page of mitigation measures' })
export class MitigationMeasurePage {
  @Field(() => [MeasureType], { description: 'Open ones first, each by its day' })
  measures!: MeasureType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('SubstantiatedConcern', { simpleResolvers: true, description: 'A concern that somebody outside raised' })
export class ConcernType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Who raised it; null once erased' })
  raisedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'What it says; null once erased' })
  text!: string | null;

  @Field(() => CalendarDate, { description: 'When it came' })
  receivedOn!: string;

  @Field(() => ID, { nullable: true, description: 'The consignment that it is about' })
  consignmentId!: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the consignment' })
  consignmentNumber!: string | null;

  @Field(() => ID, { nullable: true, description: 'UUID of the lot that it is about' })
  lotId!: string | null;

  @Field(() => String, { nullable: true, description: 'Lot id of the lot, e.g. LOT701' })
  lotNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Null while it is open, and once erased' })
  answer!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Null while it is open' })
  answeredAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who answered it; null once erased' })
  answeredBy!: string | null;

  @Field(() => String, { nullable: true, description: 'Who logged it; null once erased' })
  loggedBy!: string | null;

  @Field(() => DateTime, { description: 'When it was logged' })
  loggedAt!: Date;
}

@ObjectType({ description: 'One page of concerns' })
export class SubstantiatedConcernPage {
  @Field(() => [ConcernType], { description: 'Open ones first, each the newest first' })
  concerns!: ConcernType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ simpleResolvers: true, description: 'The risk of a country by Article 29' })
class CountryRisk {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2' })
  country!: string;

  @Field(() => RiskLevelEnum, {
    nullable: true,
    description: 'Null: the table does not have it; it counts as standard',
  })
  level!: RiskLevel | null;
}

@ObjectType({ description: 'The table of risks of countries' })
export class CountryBenchmarkTable {
  @Field(() => String, { description: 'Where it is published' })
  source!: string;

  @Field(() => CalendarDate, { description: 'Day of publication' })
  published!: string;

  @Field(() => CalendarDate, { description: 'When the table was last compared' })
  checked!: string;

  @Field(() => [CountryRisk], { description: 'By country; with `country` this one alone' })
  countries!: CountryRisk[];
}

@ObjectType({ description: 'Something that the due diligence of a consignment lacks' })
class MissingDueDiligence {
  @Field(() => MessageType, { description: 'What it is' })
  reason!: MessageType;

  @Field(() => DueDiligenceMendEnum, { description: 'How it is mended' })
  mend!: DueDiligenceMend;

  @Field(() => DocumentClassEnum, { nullable: true, description: 'Of a missing document' })
  documentClass!: DocumentClass | null;

  @Field(() => [String], { description: 'Farms that are the cause, at most ten' })
  farms!: string[];

  @Field(() => String, { description: 'Page of the staff area where it is mended' })
  link!: string;
}

@ObjectType({ description: 'What the due diligence of a consignment lacks; it keeps nothing from being closed' })
export class ConsignmentDueDiligenceType {
  @Field(() => [MissingDueDiligence], { description: 'Empty: nothing' })
  missing!: MissingDueDiligence[];

  @Field(() => Int, { description: 'Valid documents about the consignment, its lots, farms and plots' })
  documents!: number;
}

@ObjectType({ description: 'File and names of the document are deleted for good' })
export class DocumentRemoved {
  @Field(() => Boolean, { description: 'Always true' })
  removed!: boolean;
}

@ObjectType({ description: 'The assessment as it is now' })
export class AssessmentSaved {
  @Field(() => AssessmentType, { description: 'With its new version' })
  assessment!: AssessmentType;
}

@ObjectType({ description: 'The measure as it is now' })
export class MeasureSaved {
  @Field(() => MeasureType, { description: 'As lists show it' })
  measure!: MeasureType;
}

@ObjectType({ description: 'The concern as it is now' })
export class ConcernSaved {
  @Field(() => ConcernType, { description: 'As lists show it' })
  concern!: ConcernType;
}

@InputType({ description: 'A new risk assessment' })
export class CreateAssessmentInput {
  @Field(() => AssessmentScopeEnum, { description: 'What it is about' })
  scope!: AssessmentScope;

  @Field(() => String, { description: 'At most 120 characters' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2; needed for a country' })
  country?: string | null;

  @Field(() => [String], { defaultValue: [], description: 'Needed for a group of farms; at most 500' })
  farmIds!: string[];

  @Field(() => ID, { nullable: true, description: 'Needed for a consignment' })
  consignmentId?: string | null;
}

@InputType({ description: 'An answer to a criterion of Article 10(2)' })
export class CriterionAnswerInput {
  @Field(() => String, { description: 'Its letter, a to n' })
  criterion!: string;

  @Field(() => CriterionRiskEnum, { description: 'What was found' })
  risk!: CriterionRisk;

  @Field(() => String, { description: 'Why; at most 2,000 characters' })
  reason!: string;

  @Field(() => [ID], { defaultValue: [], description: 'UUIDs of documents; at most 20' })
  evidence!: string[];
}

@InputType({ description: 'A new mitigation measure' })
export class CreateMeasureInput {
  @Field(() => String, { description: 'What is done; at most 2,000 characters' })
  what!: string;

  @Field(() => String, { description: 'Who sees to it; at most 120 characters' })
  responsible!: string;

  @Field(() => CalendarDate, { description: 'Its last day' })
  dueOn!: string;

  @Field(() => ID, { nullable: true, description: 'The assessment that asks for it' })
  assessmentId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The consignment that it is for' })
  consignmentId?: string | null;
}

@InputType({ description: 'A concern that was received' })
export class LogConcernInput {
  @Field(() => String, { description: 'Who raised it; at most 120 characters' })
  raisedBy!: string;

  @Field(() => CalendarDate, { description: 'When it came' })
  receivedOn!: string;

  @Field(() => String, { description: 'What it says; at most 2,000 characters' })
  text!: string;

  @Field(() => ID, { nullable: true, description: 'The consignment that it is about' })
  consignmentId?: string | null;

  @Field(() => ID, { nullable: true, description: 'UUID of the lot that it is about' })
  lotId?: string | null;
}

export const RemoveDocumentResult = createUnionType({
  name: 'RemoveDocumentResult',
  description: 'What deleting a document may answer',
  types: () => [DocumentRemoved, NotFound] as const,
});
export const AssessmentResult = createUnionType({
  name: 'AssessmentResult',
  description: 'What a change of an assessment may answer',
  types: () => [AssessmentSaved, NotFound, VersionConflict] as const,
});
export const MeasureResult = createUnionType({
  name: 'MeasureResult',
  description: 'What completing a measure may answer',
  types: () => [MeasureSaved, NotFound] as const,
});
export const ConcernResult = createUnionType({
  name: 'ConcernResult',
  description: 'What answering a concern may answer',
  types: () => [ConcernSaved, NotFound] as const,
});
