import { localStore } from '../../deviceStorage.ts';
import { createDeliveryOutbox } from './deliveryOutbox.ts';

/** The deliveries of this device that the server has not registered yet. */
export const deviceOutbox = createDeliveryOutbox(localStore);
