import { BinariesMissing, findBinaries, type Binaries } from '../../tools/fabric-network/binaries.ts';

/** Fabric's programs, where they are found; null: tests against a network cannot run. */
export function fabricBinaries(): Binaries | null {
  try {
    return findBinaries(process.env);
  } catch (error) {
    if (error instanceof BinariesMissing) return null;
    throw error;
  }
}

/** Says in one line when the tests that need a network of Fabric are left out. */
export default function setup(): void {
  if (fabricBinaries() !== null) return;
  process.stdout.write(
    'Left out: tests/fabric against a network, since FABRIC_BIN and PATH have no Hyperledger Fabric.\n',
  );
}
