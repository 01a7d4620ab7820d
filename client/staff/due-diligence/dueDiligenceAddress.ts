import {
  DOCUMENT_CLASSES,
  DOCUMENT_SUBJECTS,
  type DocumentClass,
  type DocumentSubject,
} from '../../../server/domain/due-diligence/documentClasses.ts';

export const DUE_DILIGENCE_PATH = '/admin/due-diligence';

export const DUE_DILIGENCE_SECTIONS = ['documents', 'countries', 'assessments', 'measures', 'concerns'] as const;
export type DueDiligenceSection = (typeof DUE_DILIGENCE_SECTIONS)[number];

/** What the address says of the page of due diligence. */
export interface DueDiligenceAddress {
  section: DueDiligenceSection;
  documentClass: DocumentClass | null;
  subjectKind: DocumentSubject | null;
  subject: string;
  expiring: boolean;
  /** UUID of the open assessment */
  assessment: string | null;
  /** UUID of the consignment that is to be assessed */
  consignment: string | null;
  /** from 1 */
  page: number;
}

/** Reads the address; invalid values are ignored. */
export function dueDiligenceAddressOf(params: URLSearchParams): DueDiligenceAddress {
  const page = Number(params.get('page'));
  return {
    section: DUE_DILIGENCE_SECTIONS.find((one) => one === params.get('section')) ?? 'documents',
    documentClass: DOCUMENT_CLASSES.find((one) => one === params.get('documentClass')) ?? null,
    subjectKind: DOCUMENT_SUBJECTS.find((one) => one === params.get('subjectKind')) ?? null,
    subject: (params.get('subject') ?? '').slice(0, 40),
    expiring: params.get('expiring') === 'true',
    assessment: params.get('assessment'),
    consignment: params.get('consignment'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the address; another section begins without the values of the one before. */
export function dueDiligenceParams(address: Partial<DueDiligenceAddress>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    const isUsual = value === null || value === '' || value === false || value === 1 || value === 'documents';
    if (!isUsual && value !== undefined) params.set(name, String(value));
  }
  return params;
}
