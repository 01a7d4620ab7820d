import { sentence } from './said.ts';

/** Titles and descriptions of alerts. */
export const ALERT = {
  treeLoss: sentence(
    'alert.tree_loss',
    { afterYear: 'number' },
    { afterYear: 2020 },
    ({ afterYear }) => `Tree cover loss after 31 December ${afterYear}`,
  ),
  treeLossInSampleData: sentence(
    'alert.tree_loss_in_sample_data',
    { afterYear: 'number' },
    { afterYear: 2020 },
    ({ afterYear }) => `Tree cover loss after 31 December ${afterYear} (sample data)`,
  ),
  lossSeen: sentence(
    'alert.loss_seen',
    { lossPixels: 'number', pixels: 'number', years: 'numbers', hectares: 'number', checkedHectares: 'number' },
    { lossPixels: 2, pixels: 64, years: [2021, 2023], hectares: 0.125, checkedHectares: 4 },
    ({ lossPixels, pixels, years, hectares, checkedHectares }) => {
      const many = lossPixels !== 1;
      return (
        `${lossPixels} of ${pixels} pixels around this place ${many ? 'show' : 'shows'} tree cover loss in ${listed(years)}, ` +
        `about ${shortArea(hectares)} ha. ${many ? 'They lie' : 'It lies'} in the square of about ${checkedHectares} ha that was checked.`
      );
    },
  ),
  lossOnPlots: sentence(
    'alert.loss_on_plots',
    {
      lossPixels: 'number',
      pixels: 'number',
      years: 'numbers',
      hectares: 'number',
      plots: 'number',
      checkedHectares: 'number',
    },
    { lossPixels: 2, pixels: 160, years: [2021, 2023], hectares: 0.125, plots: 2, checkedHectares: 9.6 },
    ({ lossPixels, pixels, years, hectares, plots, checkedHectares }) => {
      const many = lossPixels !== 1;
      return (
        `${lossPixels} of ${pixels} pixels on ${plots === 1 ? 'the plot' : `the ${plots} plots`} of this lot ${many ? 'show' : 'shows'} tree ` +
        `cover loss in ${listed(years)}, about ${shortArea(hectares)} ha of ${checkedHectares.toFixed(1)} ha that were checked.`
      );
    },
  ),
  source: sentence(
    'alert.source',
    { dataset: 'text', version: 'text' },
    { dataset: 'Hansen Global Forest Change', version: 'GFC-2025-v1.13' },
    ({ dataset, version }) => `Source: ${dataset}, version ${version}.`,
  ),
};

/** Hectares: one decimal, two below 0.1. */
function shortArea(hectares: number): string {
  return hectares < 0.1 ? hectares.toFixed(2) : hectares.toFixed(1);
}

function listed(years: readonly number[]): string {
  return years.length < 2 ? years.join('') : `${years.slice(0, -1).join(', ')} and ${years.at(-1)}`;
}
