import { z } from 'zod';
import { farmCertificate, farmConsent, farmFarmer, farmPatch, newFarmInput } from '../../domain/farm/farmInput.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { instant } from '../../platform/rest/answerSchemas.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { FarmRegister } from './farmRegister.ts';
import type { FarmView } from './farmView.ts';

const farmSchema = z
  .strictObject({
    id: z.uuid().describe('Of the entry, which the audit table names'),
    farmId: z.string(),
    name: z.string().describe('Empty: no name'),
    village: z.string().describe('Empty: not known'),
    district: z.string().describe('Empty: not known'),
    country: z.string().describe('ISO 3166-1 alpha-2; empty: not known'),
    phone: z.string().describe('Empty: not known'),
    farmers: z.array(farmFarmer).describe('The first one is proposed for new lots'),
    consents: z.array(farmConsent),
    certificates: z.array(farmCertificate),
    notes: z.string(),
    version: z.int().min(1),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Farm' });

const farm = z.object({ farmId: idText('farmId').describe('E.g. FARM001') });
const farmAnswer = z.strictObject({ farm: farmSchema });

interface Services {
  farmRegister: FarmRegister;
}

/** REST calls of the register of farms (docs/spec/farms.md). */
export const farmRoutes = ({ farmRegister }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/farms',
    summary: 'Enter a farm into the register',
    description: 'Takes manage_farms. At most 20,000 at a time.',
    access: 'staff',
    status: 201,
    body: newFarmInput,
    answer: farmAnswer,
    handle: async ({ caller, body, info }) => answered(await farmRegister.create(caller, body, info)),
  }),
  route({
    method: 'GET',
    path: '/farms/:farmId',
    summary: "A farm's entry in the register",
    access: 'staff',
    conditional: true,
    params: farm,
    answer: farmAnswer,
    handle: async ({ caller, params }) => {
      const found = await farmRegister.find(caller, params.farmId);
      if (found === null) throw notFound('Farm');
      return { ...answered(found), headers: { etag: `"${found.version}"` } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/farms/:farmId',
    summary: 'Change values of a farm of the register',
    description: 'Takes manage_farms. Lists are replaced whole.',
    access: 'staff',
    headers: ifMatchHeader('farm'),
    params: farm,
    body: farmPatch,
    answer: farmAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await farmRegister.update(caller, params.farmId, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'DELETE',
    path: '/farms/:farmId',
    summary: 'Take a farm out of the register: all values of its entry are erased at once and for good',
    description: 'Takes manage_farms. Its lots and plots stay. For people alone, not for partner keys.',
    access: 'staff',
    params: farm,
    answer: z.strictObject({ erased: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await farmRegister.erase(caller, params.farmId, info);
      return { data: { erased: true } };
    },
  }),
];

function answered({ createdAt, updatedAt, ...view }: FarmView): { data: z.infer<typeof farmAnswer> } {
  return { data: { farm: { ...view, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() } } };
}
