import { localStore } from '../../deviceStorage.ts';
import { createDrafts } from './drafts.ts';

/** The drafts of this device. */
export const deviceDrafts = createDrafts(localStore);
