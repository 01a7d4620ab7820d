import { describe, expect, it } from 'vitest';
import { contentDisposition } from './contentDisposition.ts';

describe('the header of a file', () => {
  it('names a plain file plainly', () => {
    expect(contentDisposition('lots-2026-03-01.csv')).toBe('attachment; filename="lots-2026-03-01.csv"');
    expect(contentDisposition('openapi.json', true)).toBe('inline; filename="openapi.json"');
  });

  it('gives a name that is not ASCII twice, the exact one in UTF-8', () => {
    expect(contentDisposition('Cacao año.pdf')).toBe(
      `attachment; filename="Cacao ano.pdf"; filename*=UTF-8''Cacao%20a%C3%B1o.pdf`,
    );
  });

  it('lets no name end the header or leave its folder', () => {
    const header = contentDisposition('../a"b\r\nSet-Cookie: x\\(1)%41.csv');
    expect(header).toBe(
      `attachment; filename=".._a_b__Set-Cookie: x_(1)_41.csv"; filename*=UTF-8''..%2Fa%22b%0D%0ASet-Cookie%3A%20x%5C%281%29%2541.csv`,
    );
  });

  it('takes a name with half a character', () => {
    expect(contentDisposition('\ud800.csv')).toContain(`filename*=UTF-8''%EF%BF%BD.csv`);
  });
});
