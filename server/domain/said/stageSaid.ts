import { sentence } from './said.ts';

/** Why a lot may not move to a stage. */
export const STAGE = {
  delivered: sentence('stage.delivered'),
  same: sentence('stage.same', { stage: 'drying' }),
  backwards: sentence('stage.backwards', { from: 'drying', to: 'harvested' }),
};
