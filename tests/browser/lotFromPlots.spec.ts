import { expect, test } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, chooseLotAction, openTab, ownFarmId, ownLongitude, signedIn, tokenOf } from './staff.ts';

for (const [device, viewport, latitude] of [
  ['desktop', { width: 1280, height: 800 }, -5.258413],
  ['phone', { width: 390, height: 844 }, -5.278413],
] as const) {
  test(`a lot is registered from the plots of its farm, on a ${device} @story`, async ({ browser }) => {
    const farmId = ownFarmId('FARM');
    const longitude = ownLongitude();
    const page = await signedIn(browser, 'Processor');
    await page.setViewportSize(viewport);
    const rest = restClient(at(''), await tokenOf(page));
    for (const [name, north] of [
      ['North field', latitude],
      ['South field', latitude - 0.004],
    ] as const) {
      const geometry = { type: 'Point', coordinates: [longitude, Number(north.toFixed(6))] };
      expect((await rest.send('POST', `/farms/${farmId}/plots`, { name, geometry, areaHa: 2 })).status).toBe(201);
    }

    await openTab(page, 'Lots');
    await page.getByRole('button', { name: 'Create Lot' }).first().click();
    const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
    await expect(wizard.getByText('Available')).toBeVisible();
    const lotId = await wizard.getByLabel('Lot ID').inputValue();
    await wizard.getByLabel('Farm ID').fill(farmId);
    await wizard.getByLabel('Farmer name').fill('Peter Wani');
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByRole('checkbox', { name: 'North field' }).press('Space');
    await wizard.getByRole('checkbox', { name: 'South field' }).press('Space');
    // Their centroid is the location of the lot, and no other one can be typed.
    const middle = latitude - 0.002;
    await expect(wizard.getByLabel('Latitude')).toHaveValue(middle.toFixed(6));
    await expect(wizard.getByLabel('Latitude')).toBeDisabled();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByLabel('Weight').fill('250.5');
    await wizard.getByLabel('Moisture content').fill('41');
    await wizard.getByLabel('Temperature').fill('26.5');
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(wizard.getByText('North field, South field')).toBeVisible();
    await wizard.getByRole('checkbox', { name: /I confirm/ }).check({ force: true });
    await wizard.getByRole('button', { name: 'Create Lot' }).click();
    await expect(wizard).toBeHidden();

    const { lot } = (await rest.get(`/lots/${lotId}`)).data;
    expect(lot.plots).toHaveLength(2);
    expect(lot.latitude).toBeCloseTo(middle, 5);

    // One of them is redrawn: the lot keeps its earlier outline, and says so.
    const [north] = (await rest.get(`/farms/${farmId}/plots`)).data.plots;
    const moved = {
      type: 'Point',
      coordinates: [Number((longitude - 0.0001).toFixed(6)), Number((latitude + 0.0002).toFixed(6))],
    };
    expect((await rest.send('PATCH', `/plots/${north.id}`, { geometry: moved, areaHa: 1.5 })).status).toBe(200);
    await page.goto(at(`/admin/dashboard?tab=lots&lot=${lotId}&view=detail`));
    const detail = page.getByRole('dialog', { name: lotId });
    const plots = detail.getByRole('region', { name: 'Plots of origin' });
    await expect(plots.getByRole('img', { name: `2 plots of ${lotId}` })).toBeVisible();
    await expect(plots.getByText('2.00\u00a0ha · version 1')).toHaveCount(2);
    await expect(plots.getByText('Earlier outline; the plot has been redrawn.')).toHaveCount(1);

    // The picture is of one of them; the other one is asked for.
    const sight = detail.getByRole('region', { name: 'Satellite monitoring' });
    const shown = sight.getByLabel('Plot shown');
    await expect(shown).toHaveValue('1');
    await expect(shown.locator('option')).toHaveText(['North field', 'South field']);
    const picture = sight.getByRole('img', { name: new RegExp(`pixels around ${lotId}`) });
    await expect(picture).toBeVisible();
    const asked = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"plot":2'));
    await shown.selectOption('South field');
    expect((await (await asked).json()).data.lotEvidence.plotShown).toBe(2);
    await expect(picture).toBeVisible();
    await expect(shown).toHaveValue('2');
    await expect.poll(() => seriousFindings(page)).toEqual([]);

    // Edit Lot takes the outline of now in its place, by the keys alone.
    await chooseLotAction(detail, 'Edit Lot');
    const edit = page.getByRole('dialog', { name: `Edit Lot ${lotId}` });
    await edit.getByRole('checkbox', { name: 'North field, current outline' }).press('Space');
    await expect(edit.getByRole('checkbox', { name: 'North field, earlier outline' })).not.toBeChecked();
    await expect(edit.getByRole('checkbox', { name: 'South field' })).toBeChecked();
    await expect(edit.getByLabel('Latitude')).toBeDisabled();
    await expect(edit.getByText('After you save, the satellite checks the new location.')).toBeVisible();
    await expect.poll(() => seriousFindings(page)).toEqual([]);
    await edit.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(edit).toBeHidden();
    await expect(plots.getByText('1.50\u00a0ha · version 2')).toBeVisible();
    await expect(plots.getByText(/Earlier outline/)).toHaveCount(0);
    await expect
      .poll(async () => (await rest.get(`/lots/${lotId}`)).data.lot.deforestationStatus, { timeout: 30_000 })
      .toBe('No Deforestation');
    await plots.getByRole('link', { name: 'North field' }).click();
    await expect(page.getByText('North field: 1.50\u00a0ha, No Deforestation')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Status' }).getByRole('listitem')).toHaveText(['No Deforestation']);
    await expect(page.getByRole('table', { name: `Plots of ${farmId}` }).getByText('No Deforestation')).toHaveCount(2);
    await expect.poll(() => seriousFindings(page)).toEqual([]);
  });
}
