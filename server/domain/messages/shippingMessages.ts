import { defineMessage } from './message.ts';

/** What speaks against shipping a lot, and what is asked of who ships it nevertheless. */
export const SHIPPING = {
  deforestationDetected: defineMessage('shipping.deforestation_detected'),
  notDeforestationFree: defineMessage('shipping.not_deforestation_free'),
  openAlert: defineMessage('shipping.open_alert'),
  highMoisture: defineMessage('shipping.high_moisture', { mostPercent: 8 }),
  blocked: defineMessage('shipping.blocked', { lotId: 'LOT701' }),
  secondPersonMissing: defineMessage('shipping.second_person_missing', { lotId: 'LOT701' }),
  notConfirmed: defineMessage('shipping.not_confirmed'),
  nothingToConfirm: defineMessage('shipping.nothing_to_confirm'),
  ownRequest: defineMessage('shipping.own_request'),
  requestOver: defineMessage('shipping.request_over'),
  notShipped: defineMessage('shipping.not_shipped'),
};
