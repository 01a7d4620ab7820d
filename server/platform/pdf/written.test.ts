import { describe, expect, it } from 'vitest';
import { documentFonts } from './fonts.ts';
import { written } from './written.ts';

const { regular, bold } = documentFonts();

describe('the letters of papers', () => {
  it.each([
    'Luis Huamán, Juanjuí',
    'Ñuñoa, São Tomé, Côte d’Ivoire',
    'Ngũgĩ wa Thiong’o',
    'Șerban Țăranu',
    'Nguyễn Thị Hồng Đào',
    'Kɔfi Ɖoe, Ɛnyɔnam, Ŋmɛn',
    'Łukasz Żółć, Gökçe Işık',
    'Γεωργία, Ольга',
    '12 °C – 5 € ± 4 ha, 5.2° S …',
    'a\nb',
  ])('are those of the name: %s', (text) => {
    expect(written(text, regular.letters)).toEqual({ text, exact: true });
    expect(written(text, bold.letters)).toEqual({ text, exact: true });
  });

  it('are the same when a mark stands apart from its letter', () => {
    expect(written('Huama\u0301n', regular.letters)).toEqual({ text: 'Huamán', exact: true });
  });

  it('say a sign that the font lacks in plain characters', () => {
    expect(written('≥ 4 ha → dry', regular.letters)).toEqual({ text: '>= 4 ha -> dry', exact: true });
  });

  it('are the same in both weights', () => {
    expect([...bold.letters]).toEqual([...regular.letters]);
    expect(regular.letters.size).toBeGreaterThan(1_500);
  });

  it('leave nothing out without a word', () => {
    expect(written('可可 cacao', regular.letters)).toEqual({ text: '?? cacao', exact: false });
    expect(written('\u0000\u0007\u{1f331}', regular.letters)).toEqual({ text: '???', exact: false });
    // A letter whose marks no font of ours has together keeps its bare form.
    expect(
      written('\u1e2f\u1e4d\u01ed'.normalize('NFC'), new Set([...'io'].map((char) => char.charCodeAt(0)))),
    ).toEqual({
      text: 'ioo',
      exact: false,
    });
  });
});
