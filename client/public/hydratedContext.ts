import { createContext } from 'react';

/**
 * False while a page is drawn by the server, and while the browser takes its picture over; true ever after. What a device knows (its
 * clock, its store) is asked once it is true, all of it in one go.
 */
export const Alive = createContext(false);
