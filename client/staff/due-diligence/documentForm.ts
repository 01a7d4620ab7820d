import { z } from 'zod';
import { newDocumentFields, newDocumentInput } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import type { DocumentClass, DocumentSubject } from '../../../server/domain/due-diligence/documentClasses.ts';

/** Schema of a new document: the server's rules, for controls that are never undefined. */
export const documentForm = z
  .strictObject({
    documentClass: z.string(),
    subjectKind: z.string(),
    subject: newDocumentFields.subject,
    title: newDocumentFields.title,
    validFrom: z.string(),
    validUntil: z.string(),
    namesPerson: z.boolean(),
    keepPlaceAndTime: z.boolean(),
  })
  .transform(({ validUntil, namesPerson, keepPlaceAndTime, ...given }): unknown => ({
    ...given,
    ...(validUntil === '' ? {} : { validUntil }),
    namesPerson: String(namesPerson),
    keepPlaceAndTime: String(keepPlaceAndTime),
  }))
  .pipe(newDocumentInput);
export type DocumentFormValues = z.input<typeof documentForm>;
export type TypedDocument = z.output<typeof documentForm>;

/** Initial values of a new document. @param today YYYY-MM-DD */
export function newDocument(
  today: string,
  of: { documentClass: DocumentClass | null; subjectKind: DocumentSubject | null; subject: string },
): DocumentFormValues {
  const { documentClass, subjectKind, subject } = of;
  return {
    documentClass: documentClass ?? 'land_use',
    subjectKind: subjectKind ?? (documentClass === 'tax_customs' ? 'consignment' : 'farm'),
    subject,
    title: '',
    validFrom: today,
    validUntil: '',
    namesPerson: true,
    keepPlaceAndTime: false,
  };
}
