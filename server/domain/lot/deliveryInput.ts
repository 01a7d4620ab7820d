import { z } from 'zod';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { gramsFromKg, kgFromGrams } from '../text/units.ts';

/** Grades of cocoa beans by their cut test (ISO 2451, as the International Cocoa Organization uses them). */
export const DELIVERY_GRADES = ['Grade 1', 'Grade 2', 'Sub-standard'] as const;
export type DeliveryGrade = (typeof DELIVERY_GRADES)[number];

/** Bounds of a delivery. Its net weight has the bounds of a lot's weight. */
export const DELIVERY_LIMITS = { bags: 2_000, kg: 20_000 } as const;

/** Weight of an empty bag in kilograms, proposed as tare until someone types another one. */
export const USUAL_BAG_KG = 1;

const required = (field: InputField, wrong: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? encodeMessage(INPUT.required({ field })) : wrong;

const notWhole = encodeMessage(INPUT.notWhole({ field: 'bags' }));
const notPositive = encodeMessage(INPUT.notPositive({ field: 'grossKg' }));
const negativeTare = encodeMessage(INPUT.tooLow({ field: 'tareKg', least: 0 }));

/** The fields of a delivery with their rules, for schemas and forms. Weights in kg, stored as whole grams. */
export const deliveryFields = {
  bags: z
    .int({ error: required('bags', notWhole) })
    .min(1, encodeMessage(INPUT.tooLow({ field: 'bags', least: 1 })))
    .max(DELIVERY_LIMITS.bags, encodeMessage(INPUT.tooHigh({ field: 'bags', most: DELIVERY_LIMITS.bags }))),
  grossKg: z
    .number({ error: required('grossKg', notPositive) })
    .refine((kg) => gramsFromKg(kg) > 0, notPositive)
    .max(DELIVERY_LIMITS.kg, encodeMessage(INPUT.tooHeavy({ field: 'grossKg', mostKg: DELIVERY_LIMITS.kg })))
    .meta({ minimum: 0.0005 }),
  tareKg: z
    .number({ error: required('tareKg', negativeTare) })
    .min(0, negativeTare)
    .max(DELIVERY_LIMITS.kg, encodeMessage(INPUT.tooHeavy({ field: 'tareKg', mostKg: DELIVERY_LIMITS.kg }))),
  grade: z.enum(DELIVERY_GRADES, {
    error: encodeMessage(INPUT.oneOf({ field: 'grade', choices: DELIVERY_GRADES })),
  }),
};

/** A delivery as the API takes it, beside the fields of its lot; an unknown field is an error. */
export const deliveryInput = z
  .strictObject({ ...deliveryFields, grade: deliveryFields.grade.nullish() })
  // A gross weight that is not positive is refused by its own rule.
  .refine(({ grossKg, tareKg }) => netGrams(grossKg, tareKg) > 0 || gramsFromKg(grossKg) <= 0, {
    error: encodeMessage(INPUT.tareAboveGross({})),
    path: ['tareKg'],
  });
export type DeliveryValues = z.output<typeof deliveryInput>;

/** Net weight in whole grams: gross less tare, each rounded as it is stored. Not positive where the tare is too high. */
export function netGrams(grossKg: number, tareKg: number): number {
  return gramsFromKg(grossKg) - gramsFromKg(tareKg);
}

/** Tare of a number of bags in kilograms, in whole grams. @param bagKg weight of one empty bag */
export function tareOfBags(bags: number, bagKg: number): number {
  return kgFromGrams(gramsFromKg(bagKg) * bags);
}

/**
 * What is wrong with the weight of a lot that was received at a scale.
 * @param weight kg, as it is given for the lot
 * @returns null where the weight is the net weight of the delivery, and where there is no net weight: that is refused
 *   by the rules of the delivery
 */
export function netWeightFault(weight: number, { grossKg, tareKg }: Pick<DeliveryValues, 'grossKg' | 'tareKg'>) {
  const net = netGrams(grossKg, tareKg);
  return net <= 0 || net === gramsFromKg(weight) ? null : INPUT.netWeight({ netKg: kgFromGrams(net) });
}
