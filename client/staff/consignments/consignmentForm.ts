import { z } from 'zod';
import {
  dateOrderFault,
  INCOTERMS,
  openConsignmentInput,
  type NewConsignment,
  type ShippingContainer,
} from '../../../server/domain/consignment/consignmentInput.ts';
import { encodeMessage } from '../../../server/domain/messages/encodeMessage.ts';
import { typedFigureOrNull } from '../../design/form/numberText.ts';
import type { ConsignmentPapersFragment, UpdateConsignmentInput } from '../../graphql/generated.ts';

const rules = openConsignmentInput.shape;

/** A choice or a date; an empty text is null. */
function orNull<Rule extends z.ZodType<unknown, string | null>>(rule: Rule) {
  return z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(rule);
}

/** 'CSQU3054383: SEAL1, SEAL2' is a container with its seals. */
function containerOf(line: string): ShippingContainer {
  const [number = '', ...seals] = line.split(/[:,;]/).map((part) => part.trim());
  return { number, seals: seals.filter((seal) => seal !== '') };
}

const containersText = z.string().transform((text, context) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = rules.containers.unwrap().safeParse(lines.map(containerOf));
  if (parsed.success) return parsed.data;
  // One message for the field, which holds all containers.
  context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? '' });
  return z.NEVER;
});

const choice = z
  .string()
  .transform((text) => INCOTERMS.find((one) => one === text) ?? null)
  .pipe(rules.incoterm.unwrap());

/** Schema of a consignment's papers: the server's rules, for controls that hold text. */
export const consignmentForm = z
  .strictObject({
    number: rules.number,
    buyerId: z.string().pipe(rules.buyerId),
    bags: typedFigureOrNull(rules.bags.unwrap()),
    netWeight: typedFigureOrNull(rules.netWeight.unwrap()),
    containers: containersText,
    billOfLading: z
      .string()
      .transform((text): unknown => text)
      .pipe(rules.billOfLading.unwrap()),
    incoterm: choice,
    loadingDate: orNull(rules.loadingDate.unwrap()),
    departureDate: orNull(rules.departureDate.unwrap()),
    arrivalDate: orNull(rules.arrivalDate.unwrap()),
    countryOfEntry: orNull(rules.countryOfEntry.unwrap()),
  })
  .superRefine((typed, context) => {
    const fault = dateOrderFault(typed);
    if (fault !== null)
      context.addIssue({ code: 'custom', path: [fault.field], message: encodeMessage(fault.message) });
  });
export type ConsignmentFormValues = z.input<typeof consignmentForm>;
type TypedConsignment = z.output<typeof consignmentForm>;

/** Initial values of a new consignment. */
export const NEW_CONSIGNMENT: ConsignmentFormValues = {
  number: '',
  buyerId: '',
  bags: '',
  netWeight: '',
  containers: '',
  billOfLading: '',
  incoterm: '',
  loadingDate: '',
  departureDate: '',
  arrivalDate: '',
  countryOfEntry: '',
};

/** Initial values of an edited consignment. */
export function editedConsignment(consignment: ConsignmentPapersFragment): ConsignmentFormValues {
  const { number, buyerId, bags, netWeight, containers, billOfLading, incoterm } = consignment;
  const { loadingDate, departureDate, arrivalDate, countryOfEntry } = consignment;
  return {
    number,
    buyerId,
    bags: bags === null ? '' : String(bags),
    netWeight: netWeight === null ? '' : String(netWeight),
    containers: containers.map(containerLine).join('\n'),
    billOfLading: billOfLading ?? '',
    incoterm: incoterm ?? '',
    loadingDate: loadingDate ?? '',
    departureDate: departureDate ?? '',
    arrivalDate: arrivalDate ?? '',
    countryOfEntry: countryOfEntry ?? '',
  };
}

function containerLine({ number, seals }: ShippingContainer): string {
  return seals.length === 0 ? number : `${number}: ${seals.join(', ')}`;
}

/** The changed values only, with the version that they were typed over; null: nothing changed. */
export function consignmentChanges(
  consignment: ConsignmentPapersFragment,
  typed: TypedConsignment,
): UpdateConsignmentInput | null {
  const before: Record<keyof NewConsignment, unknown> = {
    ...consignment,
    containers: consignment.containers.map(({ number, seals }) => ({ number, seals })),
  };
  const fields = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(fields.get(field)),
  );
  return changed.length === 0 ? null : { ...Object.fromEntries(changed), version: consignment.version };
}

/** The field of the form that a refused field of the input belongs to; undefined for none. */
export function formFieldOf(refused: string | null | undefined): keyof ConsignmentFormValues | undefined {
  const name = refused?.split('.')[0];
  return Object.keys(NEW_CONSIGNMENT).find((field): field is keyof ConsignmentFormValues => field === name);
}
