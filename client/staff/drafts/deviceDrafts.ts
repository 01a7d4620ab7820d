import { localStore } from '../../deviceStorage.ts';
import { createDrafts } from './drafts.ts';

/** Those of this device. */
export const deviceDrafts = createDrafts(localStore);
