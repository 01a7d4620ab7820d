/** A place, or several, with the surrounding countries, in drawing units within a box of `WIDTH` by `HEIGHT`. */
export interface Drawing {
  /** the country of the place; null at sea, and where the country has no code */
  home: string | null;
  shapes: readonly { code: string; path: string; isHome: boolean }[];
  /** positions of country names that fit */
  labels: readonly { code: string; x: number; y: number; isHome: boolean }[];
  place: { x: number; y: number; radius: number };
  /** further places; none without them */
  others?: readonly { x: number; y: number }[];
}

export const WIDTH = 480;
export const HEIGHT = 320;
