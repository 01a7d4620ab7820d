import { describe, expect, it } from 'vitest';
import { toWinAnsi } from './winAnsi.ts';

describe('text of a PDF', () => {
  it.each(['Luis Huamán', 'Juanjuí', 'Quevedo, Los Ríos', 'Ñuñoa', 'São Tomé', 'Côte d’Ivoire', '12 °C – 5 €', 'a\nb'])(
    'is written as it is: %s',
    (text) => {
      expect(toWinAnsi(text)).toEqual({ text, exact: true });
    },
  );

  it('is the same for letters whose marks come apart', () => {
    expect(toWinAnsi('Huama\u0301n')).toEqual({ text: 'Huamán', exact: true });
  });

  it('takes the nearest letter for others, and says so', () => {
    expect(toWinAnsi('Nguyễn Kɔfi Łukasz')).toEqual({ text: 'Nguyen Kofi Lukasz', exact: false });
    expect(toWinAnsi('可可')).toEqual({ text: '??', exact: false });
    expect(toWinAnsi('\u0000\u0007')).toEqual({ text: '??', exact: false });
  });
});
