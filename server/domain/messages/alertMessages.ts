import { defineMessage } from './message.ts';

/** Titles and descriptions of alerts. */
export const ALERT = {
  treeLoss: defineMessage('alert.tree_loss', { afterYear: 2020 }),
  treeLossInSampleData: defineMessage('alert.tree_loss_in_sample_data', { afterYear: 2020 }),
  lossSeen: defineMessage('alert.loss_seen', {
    lossPixels: 2,
    pixels: 64,
    years: [2021, 2023],
    hectares: 0.125,
    checkedHectares: 4,
  }),
  lossOnPlots: defineMessage('alert.loss_on_plots', {
    lossPixels: 2,
    pixels: 160,
    years: [2021, 2023],
    hectares: 0.125,
    plots: 2,
    checkedHectares: 9.6,
  }),
  source: defineMessage('alert.source', { dataset: 'Hansen Global Forest Change', version: 'GFC-2025-v1.13' }),
};
