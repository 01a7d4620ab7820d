import loggers from 'fabric-shim/lib/logger.js';
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
  hush();
  const server = new ChaincodeServer(makeChaincode(), {
    ccid: packageId,
    address,
    'grpc.max_receive_message_length': MESSAGE_BYTES,
    'grpc.max_send_message_length': MESSAGE_BYTES,
  });
  await server.start();
}

/** Its loggers write a fifth of the processor time away: they make each line before they look whether it is wanted. */
function hush(): void {
  for (const name of [
    'lib/handler.js',
    'lib/stub.js',
    'contracts-spi/chaincodefromcontract.js',
    'contracts-spi/datamarshall.js',
    'lib/chaincode.js',
  ]) {
    const logger = loggers.getLogger(name);
    logger.debug = () => logger;
    logger.info = () => logger;
  }
}
