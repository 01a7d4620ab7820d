import { defineMessage } from './message.ts';

/** Why a lot may not move to a stage. */
export const STAGE = {
  delivered: defineMessage('stage.delivered'),
  same: defineMessage('stage.same', { stage: 'drying' }),
  noneBefore: defineMessage('stage.none_before'),
  shippedStays: defineMessage('stage.shipped_stays', { stage: 'shipped' }),
  backwards: defineMessage('stage.backwards', { from: 'drying', to: 'harvested' }),
};
