import { createContext } from 'react';

/**
 * False during server rendering and hydration, then true. Device data (clock, storage) is read once it is true, in one
 * render.
 */
export const Alive = createContext(false);
