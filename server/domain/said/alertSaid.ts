import { sentence } from './said.ts';

/** Titles and descriptions of alerts. */
export const ALERT = {
  treeLoss: sentence('alert.tree_loss', { afterYear: 2020 }),
  treeLossInSampleData: sentence('alert.tree_loss_in_sample_data', { afterYear: 2020 }),
  lossSeen: sentence('alert.loss_seen', {
    lossPixels: 2,
    pixels: 64,
    years: [2021, 2023],
    hectares: 0.125,
    checkedHectares: 4,
  }),
  lossOnPlots: sentence('alert.loss_on_plots', {
    lossPixels: 2,
    pixels: 160,
    years: [2021, 2023],
    hectares: 0.125,
    plots: 2,
    checkedHectares: 9.6,
  }),
  source: sentence('alert.source', { dataset: 'Hansen Global Forest Change', version: 'GFC-2025-v1.13' }),
};
