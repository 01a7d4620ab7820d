import { z } from 'zod';
import {
  DELIVERY_GRADES,
  deliveryFields,
  netGrams,
  tareOfBags,
  USUAL_BAG_KG,
} from '../../../server/domain/lot/deliveryInput.ts';
import { encodeMessage } from '../../../server/domain/messages/encodeMessage.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';
import { LOT_LIMITS, PLOTS_OF_LOT } from '../../../server/domain/lot/lotInput.ts';
import { gramsFromKg, kgFromGrams } from '../../../server/domain/text/units.ts';
import { numberFromText, typedFigure } from '../../design/form/numberText.ts';
import type { SentDelivery } from './deliveryOutbox.ts';
import { typedLotFields } from '../lots/fields/lotForm.ts';

/** The fields at the scale, in the order in which Enter goes through them. */
export const SCALE_FIELDS = ['bags', 'grossKg', 'tareKg', 'moistureContent', 'temperature', 'grade'] as const;
export type ScaleField = (typeof SCALE_FIELDS)[number];

/** The field after one; null after the last, where Enter registers. */
export function nextScaleField(field: ScaleField): ScaleField | null {
  return SCALE_FIELDS[SCALE_FIELDS.indexOf(field) + 1] ?? null;
}

/**
 * Schema that converts the form of a delivery to the mutation input without its lot id: the weight is the net weight.
 * @param today the local calendar day, YYYY-MM-DD
 */
export function receiveForm(today: string) {
  const lot = typedLotFields(today);
  return z
    .object({
      farmId: lot.farmId,
      farmerName: lot.farmerName,
      cacaoVariety: lot.cacaoVariety,
      harvestDate: lot.harvestDate,
      // Names of the farm's plots; they replace the place.
      plots: z.array(z.string()).max(PLOTS_OF_LOT, encodeMessage(INPUT.plots({ most: PLOTS_OF_LOT }))),
      latitude: lot.latitude,
      longitude: lot.longitude,
      moistureContent: lot.moistureContent,
      temperature: lot.temperature,
      bags: typedFigure(deliveryFields.bags),
      grossKg: typedFigure(deliveryFields.grossKg),
      tareKg: typedFigure(deliveryFields.tareKg),
      grade: z.enum(['', ...DELIVERY_GRADES]),
    })
    .refine(({ grossKg, tareKg }) => netGrams(grossKg, tareKg) > 0, {
      error: encodeMessage(INPUT.tareAboveGross({})),
      path: ['tareKg'],
    })
    .refine(({ grossKg, tareKg }) => netGrams(grossKg, tareKg) <= gramsFromKg(LOT_LIMITS.weightKg), {
      error: encodeMessage(INPUT.tooHeavy({ field: 'weight', mostKg: LOT_LIMITS.weightKg })),
      path: ['grossKg'],
    })
    .transform(({ plots, latitude, longitude, bags, grossKg, tareKg, grade, ...input }) => ({
      ...input,
      ...(plots.length > 0 ? { plots } : { latitude, longitude }),
      weight: kgFromGrams(netGrams(grossKg, tareKg)),
      delivery: { bags, grossKg, tareKg, grade: grade === '' ? null : grade },
    }));
}
/** Values of the form; `grade` is empty while nobody graded. */
export type ReceiveValues = z.input<ReturnType<typeof receiveForm>>;
export type ReceivedInput = z.output<ReturnType<typeof receiveForm>>;

/**
 * The form of a farm's first delivery on a day.
 * @param today the local calendar day, YYYY-MM-DD
 * @param temperature °C as it was typed last
 */
export function firstDelivery(farmId: string, today: string, temperature: string): ReceiveValues {
  return {
    farmId,
    farmerName: '',
    cacaoVariety: 'Trinitario',
    harvestDate: today,
    plots: [],
    latitude: '',
    longitude: '',
    bags: '',
    grossKg: '',
    tareKg: '',
    moistureContent: '',
    temperature,
    grade: '',
  };
}

/**
 * The form of the next delivery of the same farm: what the scale showed is empty again.
 * @param sentOn the local day when the last one was sent
 * @param today the local day now
 */
export function nextDelivery(last: ReceiveValues, sentOn: string, today: string): ReceiveValues {
  const next = { ...last, bags: '', grossKg: '', tareKg: '', moistureContent: '', grade: '' } as const;
  return { ...next, harvestDate: harvestDayOn(next, sentOn, today) };
}

/**
 * Harvest date of a form that is still open when a new day begins: the new day if it was the day before, but not once
 * the scale was read, because those beans came the day before.
 */
export function harvestDayOn(
  { harvestDate, bags, grossKg, moistureContent }: ReceiveValues,
  before: string,
  today: string,
): string {
  const isWeighed = [bags, grossKg, moistureContent].some((figure) => figure.trim() !== '');
  return harvestDate === before && !isWeighed ? today : harvestDate;
}

/** How the names of drafts of new deliveries begin; the farm follows. */
export const FARM_DRAFTS = 'receive.farm.';

/** Name of the draft of a refused delivery's correction. @param key of the delivery in the outbox */
export function correctionDraft(key: string): string {
  return `receive.correction.${key}`;
}

/** Net weight in kg of typed figures; null while one is missing, or where the tare is too high. */
export function typedNet({ grossKg, tareKg }: Pick<ReceiveValues, 'grossKg' | 'tareKg'>): number | null {
  const [gross, tare] = [numberFromText(grossKg), numberFromText(tareKg)];
  if (gross === undefined || tare === undefined) return null;
  const net = netGrams(gross, tare);
  return net > 0 ? kgFromGrams(net) : null;
}

/** Tare as text that is proposed for typed bags; empty for no number of bags. @param bagKg weight of one empty bag */
export function proposedTare(bags: string, bagKg: number): string {
  const count = numberFromText(bags);
  return count !== undefined && Number.isInteger(count) && count > 0 ? String(tareOfBags(count, bagKg)) : '';
}

/** Weight of one empty bag by a typed tare, in kg; null where it cannot be told. */
export function bagWeight({ bags, tareKg }: Pick<ReceivedInput['delivery'], 'bags' | 'tareKg'>): number {
  return bags > 0 ? kgFromGrams(Math.round(gramsFromKg(tareKg) / bags)) : USUAL_BAG_KG;
}

/** The form of a delivery that was sent and refused. */
export function receivedValues(input: Omit<SentDelivery, 'lotId'>): ReceiveValues {
  const { bags, grossKg, tareKg, grade } = input.delivery;
  return {
    farmId: input.farmId,
    farmerName: input.farmerName,
    cacaoVariety: input.cacaoVariety,
    harvestDate: input.harvestDate,
    plots: [...(input.plots ?? [])],
    latitude: input.latitude === undefined ? '' : String(input.latitude),
    longitude: input.longitude === undefined ? '' : String(input.longitude),
    moistureContent: String(input.moistureContent),
    temperature: String(input.temperature),
    bags: String(bags),
    grossKg: String(grossKg),
    tareKg: String(tareKg),
    grade: DELIVERY_GRADES.find((known) => known === grade) ?? '',
  };
}
