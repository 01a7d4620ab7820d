/** Corners in meters, alternating x and y: thousands of them are compared with thousands. */
export type Ring = Float64Array;

const MOST_BANDS = 256;
/** About, where sides are short beside the ring. */
const SIDES_A_BAND = 4;

/** The side that begins at a corner: x and y of both its ends. */
export function sideAt(ring: Ring, i: number): [number, number, number, number] {
  const next = i + 2 < ring.length ? i + 2 : 0;
  return [ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
}

/** A ring with x and y exchanged. */
export function transposed(ring: Ring): Ring {
  return ring.map((_, i) => ring[i % 2 === 0 ? i + 1 : i - 1] ?? 0);
}

/** How often sides of the rings go from south to north and back, about: what each question about a band costs. */
export function bandsCrossed(rings: readonly Ring[]): number {
  let turns = 0;
  for (const ring of rings) {
    let [ways, south, north] = [0, Infinity, -Infinity];
    for (let i = 0; i < ring.length; i += 2) {
      const [, ay, , by] = sideAt(ring, i);
      ways += Math.abs(by - ay);
      south = Math.min(south, ay);
      north = Math.max(north, ay);
    }
    turns += north > south ? ways / (north - south) : ring.length;
  }
  return turns;
}

/**
 * The sides of a ring by bands of equal height, so that a query about a location reads only the sides at its latitude.
 * For a ring whose sides all reach from south to north that is every side: such rings are transposed first (see
 * `bandsCrossed`).
 */
export class RingIndex {
  readonly ring: Ring;
  readonly #south: number;
  readonly #height: number;
  readonly #bands: number;
  /** where the sides of each band begin in `#sides`; one more at the end */
  readonly #starts: Int32Array;
  readonly #sides: Int32Array;

  constructor(ring: Ring) {
    this.ring = ring;
    let [south, north] = [Infinity, -Infinity];
    for (let i = 1; i < ring.length; i += 2) {
      south = Math.min(south, ring[i] ?? 0);
      north = Math.max(north, ring[i] ?? 0);
    }
    this.#bands = Math.max(1, Math.min(MOST_BANDS, Math.floor(ring.length / 2 / SIDES_A_BAND)));
    this.#south = south;
    this.#height = (north - south) / this.#bands;
    const counts = new Int32Array(this.#bands + 1);
    this.#eachSide((band) => {
      counts[band + 1] = (counts[band + 1] ?? 0) + 1;
    });
    for (let band = 0; band < this.#bands; band += 1) counts[band + 1] = (counts[band + 1] ?? 0) + (counts[band] ?? 0);
    const next = counts.slice();
    this.#starts = counts;
    this.#sides = new Int32Array(counts[this.#bands] ?? 0);
    this.#eachSide((band, side) => {
      const at = next[band] ?? 0;
      this.#sides[at] = side;
      next[band] = at + 1;
    });
  }

  /** Whether a place lies in the ring. */
  holds(x: number, y: number): boolean {
    const { ring } = this;
    const band = this.#bandOf(y);
    let inside = false;
    for (let s = this.#starts[band] ?? 0; s < (this.#starts[band + 1] ?? 0); s += 1) {
      const i = this.#sides[s] ?? 0;
      const next = i + 2 < ring.length ? i + 2 : 0;
      const [ax, ay, bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
    return inside;
  }

  /** Whether a side is within a distance of a location. */
  hasWithin(x: number, y: number, metres: number): boolean {
    const [from, to] = [this.#starts[this.#bandOf(y - metres)] ?? 0, this.#starts[this.#bandOf(y + metres) + 1] ?? 0];
    if (to - from > this.ring.length / 2) return this.toBorder(x, y, metres) <= metres;
    for (let s = from; s < to; s += 1) {
      if (squareTo(x, y, ...sideAt(this.ring, this.#sides[s] ?? 0)) <= metres * metres) return true;
    }
    return false;
  }

  /** Meters from a location to the nearest side. @param enough distances up to this are not measured exactly */
  toBorder(x: number, y: number, enough: number): number {
    let nearest = Infinity;
    for (let i = 0; i < this.ring.length && nearest > enough * enough; i += 2) {
      nearest = Math.min(nearest, squareTo(x, y, ...sideAt(this.ring, i)));
    }
    return Math.sqrt(nearest);
  }

  /** At which parts of a-b sides of the ring cut it, each once, in no order. */
  cutsOf(ax: number, ay: number, bx: number, by: number): number[] {
    const { ring } = this;
    const cuts: number[] = [];
    const take = (i: number): void => {
      const [cx, cy, dx, dy] = sideAt(ring, i);
      const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      if (across === 0) return;
      const part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
      const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
      if (part > 0 && part < 1 && other >= 0 && other <= 1) cuts.push(part);
    };
    const [west, east] = ax < bx ? [ax, bx] : [bx, ax];
    const [south, north] = ay < by ? [ay, by] : [by, ay];
    const isApart = (i: number): boolean => {
      const next = i + 2 < ring.length ? i + 2 : 0;
      const [cx, dx] = [ring[i] ?? 0, ring[next] ?? 0];
      if ((cx < west && dx < west) || (cx > east && dx > east)) return true;
      const [cy, dy] = [ring[i + 1] ?? 0, ring[next + 1] ?? 0];
      return (cy < south && dy < south) || (cy > north && dy > north);
    };
    const [first, last] = [this.#bandOf(south), this.#bandOf(north)];
    const [from, to] = [this.#starts[first] ?? 0, this.#starts[last + 1] ?? 0];
    if (to - from > ring.length / 2) {
      // Sides that span many bands are listed in each of them: reading all sides is cheaper.
      for (let i = 0; i < ring.length; i += 2) if (!isApart(i)) take(i);
      return cuts;
    }
    const seen = new Set<number>();
    for (let s = from; s < to; s += 1) {
      const i = this.#sides[s] ?? 0;
      if (isApart(i) || seen.has(i)) continue;
      seen.add(i);
      take(i);
    }
    return cuts;
  }

  #bandOf(y: number): number {
    if (this.#height === 0) return 0;
    return Math.max(0, Math.min(this.#bands - 1, Math.floor((y - this.#south) / this.#height)));
  }

  #eachSide(take: (band: number, side: number) => void): void {
    for (let i = 0; i < this.ring.length; i += 2) {
      const [, ay, , by] = sideAt(this.ring, i);
      const last = this.#bandOf(Math.max(ay, by));
      for (let band = this.#bandOf(Math.min(ay, by)); band <= last; band += 1) take(band, i);
    }
  }
}

/** The square of the metres from a place to a side. */
function squareTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  const [ox, oy] = [x - ax - part * dx, y - ay - part * dy];
  return ox * ox + oy * oy;
}
