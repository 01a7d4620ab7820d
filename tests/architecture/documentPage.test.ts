import { expect, it } from 'vitest';
import { dark, light } from '../../client/design/colors.ts';
import { documentPage } from '../../server/platform/rest/openapi/documentPage.ts';
import { openApiDocument } from '../../server/platform/rest/openapi/openApiDocument.ts';

it('the page of the REST interface, which the server writes, has no color but those of the product', () => {
  const page = documentPage(openApiDocument([], '/api/v1'));
  const pairs = [...page.matchAll(/light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  const own = (['fg', 'bg', 'line', 'raised', 'sunken', 'muted', 'focus'] as const).map((name) => [
    light[name],
    dark[name],
  ]);
  own.push([light.tones.brand.text, dark.tones.brand.text]);
  expect(pairs.map(([, ...pair]) => pair).sort()).toEqual(own.sort());
  expect(page.match(/#[0-9a-f]{6}\b/g)).toHaveLength(2 * own.length);
});
