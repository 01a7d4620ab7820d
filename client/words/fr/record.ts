import type { record as english } from '../en/record.ts';
import type { Translation } from '../messages.ts';

/** What a lot's record on the ledger is made of, for whoever reads it: shoppers and staff. */
export const record = {
  'value.none': 'Aucune',
  'value.yes': 'Oui',
  'value.no': 'Non',
  'value.and': '{names} et {last}',
  'copy.transactionId': 'numéro de transaction',
  'copy.signature': 'signature',
  'copy.contentHash': 'empreinte du contenu',
  'copy.fingerprint': 'empreinte du certificat de {name}',
  'record.differsIn': 'Ce qui est affiché ici diffère du registre : {fields}.',
  'record.brokenIn': 'Une partie du registre ne se vérifie pas : {parts}.',
  'field.lotId': 'numéro de lot',
  'field.farmId': 'exploitation',
  'field.farmerName': 'producteur',
  'field.latitude': 'lieu',
  'field.longitude': 'lieu',
  'field.cacaoVariety': 'variété de cacao',
  'field.harvestDate': 'date de récolte',
  'field.weight': 'poids',
  'field.moistureContent': 'humidité',
  'field.temperature': 'température',
  'field.qualityScore': 'note de qualité',
  'field.certifications': 'certifications',
  'field.currentProcess': 'étape',
  'field.processDetails': 'détails du traitement',
  'field.isAnonymized': 'anonymat',
  'field.deforestationStatus': 'état de déforestation',
  'field.satelliteTimestamp': 'date du contrôle par satellite',
  'field.satelliteMessage': 'remarque sur le contrôle par satellite',
  'field.deleted': 'retrait du lot',
  'field.blockchainHash': 'état de l’enregistrement',
  'field.createdAt': 'date d’inscription',
  'field.updatedAt': 'date de la dernière modification',
  'ledger.proves':
    'Le registre prouve qu’un enregistrement n’a pas été modifié depuis son écriture. Il ne prouve pas que ce qui a été écrit était vrai.',
  'ledger.oneOperator':
    'Ce registre est tenu par un seul opérateur : une modification peut être détectée, mais aucune autre organisation n’en garde sa propre copie.',
  'ledger.severalHold':
    'Ce registre est tenu par plusieurs organisations sur un réseau Hyperledger Fabric : chacune en garde une copie, une majorité doit approuver chaque enregistrement, et aucune ne peut en modifier un seule.',
  'ledger.state': 'État',
  'ledger.transaction': 'Transaction',
  'ledger.block': 'Bloc',
  'ledger.recorded': 'Enregistré',
  'ledger.compared': 'Dernière comparaison',
} as const satisfies Translation<typeof english>;
