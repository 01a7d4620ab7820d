import type { record as english } from '../en/record.ts';
import type { Translation } from '../messages.ts';

/** What a lot's record on the ledger is made of, for whoever reads it: shoppers and staff. */
export const record = {
  'value.none': 'I no gat',
  'value.yes': 'Yes',
  'value.no': 'Nogat',
  'value.and': '{names} na {last}',
  'copy.transactionId': 'namba bilong transaksen',
  'copy.signature': 'sain',
  'copy.contentHash': 'hash bilong ol tok insait',
  'copy.fingerprint': 'mak bilong setifiket bilong {name}',
  'record.differsIn': 'Ol samting long hia i no wankain olsem buk bilong rekod: {fields}.',
  'record.brokenIn': 'Wanpela hap bilong buk bilong rekod i no stret: {parts}.',
  'field.lotId': 'namba bilong lot',
  'field.farmId': 'fam',
  'field.farmerName': 'fama',
  'field.latitude': 'ples',
  'field.longitude': 'ples',
  'field.cacaoVariety': 'kain kakao',
  'field.harvestDate': 'de bilong bungim kakao',
  'field.weight': 'hevi',
  'field.moistureContent': 'wara insait long bin',
  'field.temperature': 'hat',
  'field.qualityScore': 'mak bilong kwaliti',
  'field.certifications': 'ol setifiket',
  'field.currentProcess': 'step',
  'field.processDetails': 'toksave long wok',
  'field.isAnonymized': 'haitim nem',
  'field.deforestationStatus': 'ripot long katim bus',
  'field.satelliteTimestamp': 'de bilong satelait i sekim',
  'field.satelliteMessage': 'toksave long satelait i sekim',
  'field.deleted': 'rausim lot',
  'field.blockchainHash': 'rekod i stap olsem wanem',
  'field.createdAt': 'taim ol i putim nem bilong lot',
  'field.updatedAt': 'taim bilong laspela senis',
  'ledger.proves':
    'Buk bilong rekod i soim olsem ol i no senisim rekod bihain long ol i raitim. Em i no soim olsem tok ol i raitim em i tru.',
  'ledger.oneOperator':
    'Wanpela lain tasol i lukautim dispela buk bilong rekod: yumi inap painim senis, tasol i no gat narapela lain i holim kopi bilong ol yet.',
  'ledger.severalHold':
    'Sampela oganaisesen i lukautim dispela buk rekod long netwok Hyperledger Fabric: wan wan i holim kopi bilong em yet, planti bilong ol i mas tok orait long wan wan rekod, na i no gat wanpela inap senisim em yet.',
  'ledger.state': 'I stap olsem',
  'ledger.transaction': 'Transaksen',
  'ledger.block': 'Blok',
  'ledger.recorded': 'Raitim pinis',
  'ledger.compared': 'Skelim long',
} as const satisfies Translation<typeof english>;
