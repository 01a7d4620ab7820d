import ChaincodeServer from 'fabric-shim/lib/server.js';
import { makeChaincode } from './chaincode.ts';

/** A batch of events in its longest form. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Serves the chaincode to one peer.
 * @param address host:port to listen at
 * @param packageId of the package that the peer has installed
 * @throws Error when it cannot listen there
 */
export async function serve(address: string, packageId: string): Promise<void> {
  const server = new ChaincodeServer(makeChaincode(), {
    ccid: packageId,
    address,
    'grpc.max_receive_message_length': MESSAGE_BYTES,
    'grpc.max_send_message_length': MESSAGE_BYTES,
  });
  await server.start();
}
