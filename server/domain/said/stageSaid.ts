import { fixed, sentence } from './said.ts';

/** Why a lot may not move to a stage. */
export const STAGE = {
  delivered: fixed('stage.delivered', 'This lot is delivered; its journey is complete.'),
  same: sentence(
    'stage.same',
    { stage: 'text' },
    { stage: 'drying' },
    ({ stage }) => `This lot is already in stage ${stage}.`,
  ),
  backwards: sentence(
    'stage.backwards',
    { from: 'text', to: 'text' },
    { from: 'drying', to: 'harvested' },
    ({ from, to }) => `A lot only moves forward: it is in stage ${from} and cannot go back to ${to}.`,
  ),
};
