const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
/** TIFF 6.0, section 13: the table is cleared before code 4095 would be needed. */
const LAST_CODE = 4094;

/** LZW as TIFF 6.0 (section 13) has it: most significant bit first, codes of 9 to 12 bits, widened one code early. */
export function lzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  let width = 9;
  let free = FIRST_FREE;
  let table = new Map<number, number>();

  function emit(code: number): void {
    pending = (pending << width) | code;
    pendingBits += width;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      out.push((pending >>> pendingBits) & 0xff);
    }
    pending &= (1 << pendingBits) - 1;
  }

  emit(CLEAR);
  let prefix = -1;
  for (const byte of bytes) {
    if (prefix < 0) {
      prefix = byte;
      continue;
    }
    const key = prefix * 256 + byte;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    table.set(key, free);
    free += 1;
    if (free === LAST_CODE) {
      emit(CLEAR);
      table = new Map();
      free = FIRST_FREE;
      width = 9;
    } else if (free === 1 << width) width += 1;
    prefix = byte;
  }
  if (prefix >= 0) {
    emit(prefix);
    free += 1;
    if (free === 1 << width && width < 12) width += 1;
  }
  emit(END);
  if (pendingBits > 0) out.push((pending << (8 - pendingBits)) & 0xff);
  return Uint8Array.from(out);
}
