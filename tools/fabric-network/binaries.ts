import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Fabric's programs that a network is made of and made with. */
const PROGRAMS = ['peer', 'orderer', 'osnadmin', 'cryptogen', 'configtxgen'] as const;
type Program = (typeof PROGRAMS)[number];

/** Programs needed to create a network whose nodes run elsewhere. */
export const MAKING = ['peer', 'osnadmin', 'cryptogen', 'configtxgen'] as const satisfies readonly Program[];

/** The path of each program. */
export type Binaries = Record<Program, string>;

/** The programs are missing. The message is two lines: what is missing, and where an operator gets it. */
export class BinariesMissing extends Error {
  override name = 'BinariesMissing';

  constructor(missing: readonly Program[]) {
    super(
      `Of Hyperledger Fabric's programs ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} neither in FABRIC_BIN nor on PATH.\n` +
        'They come with its releases (2.5.16 or 3.1.5), at https://github.com/hyperledger/fabric/releases: unpack one, and set FABRIC_BIN to its folder bin.',
    );
  }
}

/**
 * Finds the programs in the folder FABRIC_BIN, else on PATH.
 * @param needed those that must be there; the path of another one that is not is empty
 * @throws BinariesMissing
 */
export function findBinaries(env: NodeJS.ProcessEnv, needed: readonly Program[] = PROGRAMS): Binaries {
  const folders = [env['FABRIC_BIN'] ?? '', ...(env['PATH'] ?? '').split(delimiter)].filter((folder) => folder !== '');
  const find = (program: Program): string => folders.map((folder) => join(folder, program)).find(isProgram) ?? '';
  const found: Binaries = {
    peer: find('peer'),
    orderer: find('orderer'),
    osnadmin: find('osnadmin'),
    cryptogen: find('cryptogen'),
    configtxgen: find('configtxgen'),
  };
  const missing = needed.filter((program) => found[program] === '');
  if (missing.length > 0) throw new BinariesMissing(missing);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
