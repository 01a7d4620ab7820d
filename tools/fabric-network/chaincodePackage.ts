import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { addressOf, CHAINCODE, type Place } from './layout.ts';

/** What an organisation installs on its peer: where its chaincode is reached. */
export interface ChaincodePackage {
  bytes: Buffer;
  /** label and hash of the bytes, by which the chaincode answers for it */
  id: string;
}

/** The package for a chaincode at an address; the same bytes, and so the same id, each time it is made. */
export function chaincodePackage(chaincode: Place): ChaincodePackage {
  const connection = { address: addressOf(chaincode), dial_timeout: '10s', tls_required: false };
  const code = archive([['connection.json', Buffer.from(JSON.stringify(connection))]]);
  const metadata = { type: 'ccaas', label: CHAINCODE.label };
  const bytes = archive([
    ['metadata.json', Buffer.from(JSON.stringify(metadata))],
    ['code.tar.gz', code],
  ]);
  return { bytes, id: `${CHAINCODE.label}:${createHash('sha256').update(bytes).digest('hex')}` };
}

const BLOCK = 512;

/** A tar archive (POSIX ustar), compressed, without times and owners. */
function archive(files: readonly [name: string, content: Buffer][]): Buffer {
  const parts = files.flatMap(([name, content]) => {
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [header(name, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** The fields that matter and where they stand: name 0, mode 100, owner 108 and 116, size 124, time 136, sum 148, type 156, form 257. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  };
  block.write(name, 0, 'latin1');
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  // The sum counts its own field as eight blanks.
  block.write(' '.repeat(8), 148, 'latin1');
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  return block;
}
