/*
 * Parts of the shim that it ships without types: the way from a contract to a chaincode, which its own command goes, and the server, whose
 * types ask for TLS between a peer and the chaincode beside it.
 */
declare module 'fabric-shim/lib/contract-spi/chaincodefromcontract.js' {
  import type { Contract, JSONSerializer } from 'fabric-contract-api';
  import type { ChaincodeInterface, ChaincodeResponse, ChaincodeStub } from 'fabric-shim-api';

  export default class ChaincodeFromContract implements ChaincodeInterface {
    constructor(
      contracts: (new () => Contract)[],
      serializers: { transaction: string; serializers: Record<string, typeof JSONSerializer> },
      metadata: object,
      title: string,
      version: string,
    );
    Init(stub: ChaincodeStub): Promise<ChaincodeResponse>;
    Invoke(stub: ChaincodeStub): Promise<ChaincodeResponse>;
  }
}

declare module 'fabric-shim/lib/server.js' {
  import type { ChaincodeInterface } from 'fabric-shim-api';

  export default class ChaincodeServer {
    constructor(
      chaincode: ChaincodeInterface,
      options: { ccid: string; address: string; [grpc: `grpc.${string}`]: number },
    );
    /** @throws Error when it cannot listen at the address */
    start(): Promise<void>;
  }
}

declare module 'fabric-shim/lib/logger.js' {
  interface Logger {
    debug: (...given: unknown[]) => Logger;
    info: (...given: unknown[]) => Logger;
  }
  const loggers: { getLogger(name: string): Logger };
  export default loggers;
}
