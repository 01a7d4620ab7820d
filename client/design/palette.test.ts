import { describe, expect, it } from 'vitest';
import { dark, light, STAGE_TONES, TONES, type Scheme } from './colors.ts';

/** Relative luminance and contrast ratio as in WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(one: string, other: string): number {
  const [lower, higher] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((higher ?? 0) + 0.05) / ((lower ?? 0) + 0.05);
}

it('calculates contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each<[string, Scheme]>([
  ['light', light],
  ['dark', dark],
])('the %s scheme', (_name, scheme) => {
  const grounds: [string, string][] = [
    ['bg', scheme.bg],
    ['bg.raised', scheme.raised],
    ['bg.sunken', scheme.sunken],
  ];
  const texts: [string, string][] = [
    ['fg', scheme.fg],
    ['fg.muted', scheme.muted],
    ...TONES.map((tone): [string, string] => [tone, scheme.tones[tone].text]),
    ...STAGE_TONES.map((stage): [string, string] => [`stage.${stage}`, scheme.stages[stage].text]),
  ];
  const onGrounds = texts.flatMap(([text, color]) =>
    grounds.map(([ground, under]) => ({ text, ground, color, under })),
  );

  it.each(onGrounds)('reads $text on $ground at 4.5:1', ({ color, under }) => {
    expect(contrast(color, under)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(TONES)('reads %s on its own grounds at 4.5:1', (tone) => {
    const { text, subtle, solid, on } = scheme.tones[tone];
    expect(contrast(text, subtle)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(on, solid)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(STAGE_TONES)('reads stage %s on its own ground at 4.5:1', (stage) => {
    expect(contrast(scheme.stages[stage].text, scheme.stages[stage].subtle)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('shows edges, focus and filled controls on %s at 3:1', (_ground, under) => {
    expect(contrast(scheme.edge, under)).toBeGreaterThanOrEqual(3);
    expect(contrast(scheme.focus, under)).toBeGreaterThanOrEqual(3);
    for (const tone of TONES) expect(contrast(scheme.tones[tone].solid, under)).toBeGreaterThanOrEqual(3);
  });
});
