import { geolocationBytes } from './geoJson.ts';
import { STATEMENT_LIMITS, type FiledCommodity, type FiledProducer, type StatementContent } from './statement.ts';

/** The contents that one content becomes. */
export interface SplitStatement {
  /** what is filed, one statement each; the content itself where it fits */
  parts: readonly StatementContent[];
  /** the statement that refers to the parts, once their numbers are known (`withReferences`); null for a single part */
  grouped: StatementContent | null;
}

/**
 * Splits a content by the limits of the EU Information System. Above 1,000 producers, a commodity becomes several lines
 * of the same heading; above 10,000 producers, 100 lines or 25 MB of geolocation, the content becomes several, and one
 * grouped content that refers to them. Producers keep their order; the net mass of a commodity is shared out to its
 * lines in whole grams, so that the lines add up to it.
 * @param shareOf the producer's part of the net mass, in any unit, such as grams of its lots; all alike unless given
 */
export function splitStatement(
  content: StatementContent,
  shareOf: (producer: FiledProducer) => number = () => 1,
): SplitStatement {
  const packer = new Packer();
  const lines = content.commodities.flatMap((commodity) => sharedOut(commodity, packer.add(commodity, shareOf)));
  if (packer.parts === 1) {
    const isWhole = lines.length === content.commodities.length;
    const only = isWhole ? content : { ...content, commodities: lines.map(({ commodity }) => commodity) };
    return { parts: [only], grouped: null };
  }
  const most = referenceLength(content);
  const parts = Array.from({ length: packer.parts }, (_, i) => ({
    ...content,
    internalReference: partReference(content.internalReference, i + 1, most),
    commodities: lines.filter(({ part }) => part === i).map(({ commodity }) => commodity),
  }));
  return { parts, grouped: groupedContent(content) };
}

/** A grouped content with the reference numbers of its parts. @param numbers in the order of the parts */
export function withReferences(grouped: StatementContent, numbers: readonly string[]): StatementContent {
  return { ...grouped, groupedDeclarations: [...numbers] };
}

/** A line of a commodity in one of the parts. */
interface Line {
  part: number;
  producers: FiledProducer[];
  share: number;
}

/** Fills parts and lines one after the other. */
class Packer {
  parts = 1;
  #producers = 0;
  #lineCount = 0;
  #bytes = 0;

  /** The lines that a commodity becomes. */
  add(commodity: FiledCommodity, shareOf: (producer: FiledProducer) => number): Line[] {
    const lines: Line[] = [];
    this.#openLine(lines);
    for (const producer of commodity.producers) {
      const pieces = fittingPieces(producer);
      const share = shareOf(producer) / pieces.length;
      for (const { piece, bytes } of pieces) this.#place(lines, piece, bytes, share);
    }
    return lines;
  }

  #place(lines: Line[], producer: FiledProducer, bytes: number, share: number): void {
    const isFull =
      this.#producers >= STATEMENT_LIMITS.producers || this.#bytes + bytes > STATEMENT_LIMITS.geolocationBytes;
    if (isFull && this.#producers > 0) {
      // The line that was opened for the first producer goes along with it.
      if (lines.at(-1)?.producers.length === 0) lines.pop();
      this.#openPart();
      this.#openLine(lines);
    }
    let line = lines.at(-1);
    if (line === undefined || line.producers.length >= STATEMENT_LIMITS.producersOfCommodity) {
      line = this.#openLine(lines);
    }
    line.producers.push(producer);
    line.share += share;
    this.#producers += 1;
    this.#bytes += bytes;
  }

  #openLine(lines: Line[]): Line {
    if (this.#lineCount >= STATEMENT_LIMITS.commodities) this.#openPart();
    const line: Line = { part: this.parts - 1, producers: [], share: 0 };
    lines.push(line);
    this.#lineCount += 1;
    return line;
  }

  #openPart(): void {
    this.parts += 1;
    this.#producers = 0;
    this.#lineCount = 0;
    this.#bytes = 0;
  }
}

/** A producer in pieces of at most 25 MB, which only one with thousands of large plots exceeds. */
function fittingPieces(producer: FiledProducer): { piece: FiledProducer; bytes: number }[] {
  const bytes = geolocationBytes(producer);
  const { places } = producer;
  if (bytes <= STATEMENT_LIMITS.geolocationBytes || places.length < 2) return [{ piece: producer, bytes }];
  const middle = Math.ceil(places.length / 2);
  return [places.slice(0, middle), places.slice(middle)].flatMap((half) =>
    fittingPieces({ ...producer, places: half }),
  );
}

/** Lines with their net mass: whole grams by cumulated shares, so that nothing is lost by rounding. */
function sharedOut(commodity: FiledCommodity, lines: readonly Line[]): { part: number; commodity: FiledCommodity }[] {
  const isWeighted = lines.some(({ share }) => share > 0);
  const sharesOf = lines.map(({ share, producers }) => (isWeighted ? share : producers.length || 1));
  const all = sharesOf.reduce((sum, share) => sum + share, 0);
  let cumulated = 0;
  let given = 0;
  return lines.map(({ part, producers }, i) => {
    cumulated += sharesOf[i] ?? 0;
    const upTo = Math.round(commodity.netGrams * (cumulated / all));
    const netGrams = upTo - given;
    given = upTo;
    return { part, commodity: { ...commodity, producers, netGrams } };
  });
}

function groupedContent(content: StatementContent): StatementContent {
  // Simplified declarations are grouped by one of their own; statements by one of the kind grouped.
  const kind = content.kind === 'simplified' ? 'simplified' : 'grouped';
  // It inherits the geolocation of what it refers to.
  const commodities = content.commodities.map((commodity) => ({ ...commodity, producers: [] }));
  return { ...content, kind, commodities, groupedDeclarations: [] };
}

function referenceLength({ kind }: StatementContent): number {
  return kind === 'simplified' ? STATEMENT_LIMITS.simplifiedReferenceLength : STATEMENT_LIMITS.internalReferenceLength;
}

/**
 * The reference of a part: the whole one with the part's number. One that would be too long is cut, with a digest of
 * all of it, so that those of two statements with the same beginning differ.
 */
function partReference(reference: string, part: number, most: number): string {
  const ending = `-${part}`;
  if (reference.length + ending.length <= most) return reference + ending;
  const digest = `~${shortDigest(reference)}`;
  return reference.slice(0, Math.max(0, most - digest.length - ending.length)) + digest + ending;
}

/** FNV-1a of 32 bits in base 36: at most seven characters. It only tells references apart. */
function shortDigest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
