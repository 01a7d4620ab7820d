import { defineMessage } from './message.ts';

/** What keeps a lot out of a consignment that is to be closed. Weights in kg. */
export const KEEPS_OUT = {
  deleted: defineMessage('consignment.lot_deleted'),
  shipped: defineMessage('consignment.lot_shipped', { stage: 'shipped' }),
  tooLittle: defineMessage('consignment.lot_too_little', { wantedKg: 80, availableKg: 60.25 }),
  status: defineMessage('consignment.lot_status', { status: 'Pending Review' }),
  neverChecked: defineMessage('consignment.lot_never_checked'),
  oldCheck: defineMessage('consignment.lot_old_check', { day: '2026-03-14', validDays: 30 }),
  noPlot: defineMessage('consignment.lot_no_plot', { origins: 3 }),
};

/** Why a consignment cannot take a step, and what is doubtful about its data. */
export const CONSIGNMENT = {
  same: defineMessage('consignment.same_state', { state: 'closed' }),
  wrongStep: defineMessage('consignment.wrong_step', { from: 'open', to: 'shipped' }),
  contentClosed: defineMessage('consignment.content_closed', { state: 'closed' }),
  containerCheckDigit: defineMessage('consignment.container_check_digit', { container: 'CSQU3054384', digit: 3 }),
  departureBeforeLoading: defineMessage('consignment.departure_before_loading'),
  arrivalBeforeDeparture: defineMessage('consignment.arrival_before_departure'),
  numberTaken: defineMessage('consignment.number_taken', { number: 'C-2026-014' }),
  empty: defineMessage('consignment.empty'),
  notReady: defineMessage('consignment.kept_open', { lots: 3 }),
  notHeld: defineMessage('consignment.lot_not_held', { lotId: 'LOT701' }),
  manyOrigins: defineMessage('consignment.many_origins', { origins: 10_400, most: 10_000 }),
  delivered: defineMessage('consignment.delivered'),
  buyerFixed: defineMessage('consignment.buyer_fixed', { state: 'closed' }),
  notABuyer: defineMessage('consignment.not_a_buyer'),
  recallOfOne: defineMessage('consignment.recall_of_one'),
  linkTooLong: defineMessage('consignment.link_too_long', { mostDays: 366 }),
  linkPast: defineMessage('consignment.link_past'),
};
