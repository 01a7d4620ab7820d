/** A place drawn with the countries around it, in its own units: what stands in a box of `WIDTH` by `HEIGHT`. */
export interface Drawing {
  /** the country that the place is in; null at sea, and where nobody's code is known */
  home: string | null;
  shapes: readonly { code: string; path: string; isHome: boolean }[];
  /** where there is room for the name of a country */
  labels: readonly { code: string; x: number; y: number; isHome: boolean }[];
  place: { x: number; y: number; radius: number };
}

export const WIDTH = 480;
export const HEIGHT = 320;
