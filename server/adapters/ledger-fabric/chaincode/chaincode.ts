import contractApi from 'fabric-contract-api';
import ChaincodeFromContract from 'fabric-shim/lib/contract-spi/chaincodefromcontract.js';
import { CONTRACT_NAME } from '../../../domain/ledger/channelForms.ts';
import { CONTRACT } from '../../../domain/ledger/transitions.ts';
import { ManamTraceContract } from './manamTraceContract.ts';

/** The contract as what a peer calls, by the contract-api's own way of invoking. */
export function makeChaincode(): ChaincodeFromContract {
  const serializers = { transaction: 'json', serializers: { json: contractApi.JSONSerializer } };
  return new ChaincodeFromContract([ManamTraceContract], serializers, {}, CONTRACT_NAME, CONTRACT);
}
