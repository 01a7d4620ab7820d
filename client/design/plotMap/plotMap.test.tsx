import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlainDesignProvider } from '../PlainDesignProvider.tsx';
import { PLOT_MAP, plotFrame, scaleBar } from './plotFrame.ts';
import { PlotDrawing, type MapShape } from './PlotMap.tsx';

const place = (latitude: number, longitude: number) => ({ latitude, longitude });
const SQUARE = [place(-5.3, 145.6), place(-5.3, 145.602), place(-5.298, 145.602), place(-5.298, 145.6)];

describe('the frame of plots', () => {
  it('holds all of them with room around, north up', () => {
    const frame = plotFrame(SQUARE);
    const spots = SQUARE.map((one) => frame?.spotOf(one) ?? { x: NaN, y: NaN });
    for (const { x, y } of spots) {
      expect(x).toBeGreaterThan(40);
      expect(x).toBeLessThan(PLOT_MAP.width - 40);
      expect(y).toBeGreaterThan(40);
      expect(y).toBeLessThan(PLOT_MAP.height - 40);
    }
    expect(spots[0]?.y).toBeGreaterThan(spots[3]?.y ?? NaN);
  });

  it('shows the land around a single place, and nothing of none', () => {
    const frame = plotFrame([place(0, 20)]);
    expect(PLOT_MAP.width / (frame?.unitsPerMetre ?? NaN)).toBeGreaterThan(300);
    expect(plotFrame([])).toBeNull();
  });

  it('has plots on both sides of the 180th meridian side by side', () => {
    const frame = plotFrame([place(-17, 179.999), place(-17, -179.999)]);
    const [west, east] = [frame?.spotOf(place(-17, 179.999)), frame?.spotOf(place(-17, -179.999))];
    expect(east?.x).toBeGreaterThan(west?.x ?? NaN);
    expect((east?.x ?? NaN) - (west?.x ?? NaN)).toBeLessThan(PLOT_MAP.width);
  });

  it('has land on both sides of the first meridian whole, and once in each turn that it reaches', () => {
    const acrossGreenwich = [place(50, -5), place(50, 5), place(40, 5), place(40, -5)];
    const widths = (...places: ReturnType<typeof place>[]) =>
      plotFrame(places)
        ?.spotsOfWorld(acrossGreenwich)
        .map((ring) => Math.max(...ring.map(({ x }) => x)) - Math.min(...ring.map(({ x }) => x)));
    expect(widths(place(0, -10), place(0, 10))).toHaveLength(1);
    const [first, second, ...more] = widths(place(0, 145), place(0, -79)) ?? [];
    expect(first).toBeLessThan(PLOT_MAP.width / 10);
    expect(second).toBeCloseTo(first ?? NaN, 0);
    expect(more).toEqual([]);
  });

  it.each([
    [0.5, 200, 100],
    [1, 100, 100],
    [0.012, 10_000, 120],
  ])('a round length fits beside it: %d units a meter', (unitsPerMetre, metres, units) => {
    expect(scaleBar({ unitsPerMetre })).toEqual({ metres, units });
  });
});

describe('the drawing', () => {
  const drawn = (shape: Partial<MapShape>, wrongPlaces = [place(-5.299, 145.601)]) => {
    const frame = plotFrame(SQUARE);
    if (frame === null) throw new Error('no frame');
    return renderToString(
      <PlainDesignProvider>
        <PlotDrawing
          shapes={[{ id: 'one', tone: 'leaf', corners: SQUARE, ...shape }]}
          wrongPlaces={wrongPlaces}
          title="One plot"
          length={(metres) => `${metres} m`}
          frame={frame}
          sheet={null}
        />
      </PlainDesignProvider>,
    );
  };

  it('numbers corners, and draws wrong sides and where they meet over the outline', () => {
    const html = drawn({ isNumbered: true, wrongSides: [0, 2] });
    for (const number of [1, 2, 3, 4]) expect(html).toMatch(new RegExp(`<text[^>]*>${number}</text>`));
    expect(html).toContain('One plot');
    expect(html).toContain('100 m');
    const plain = drawn({ isNumbered: true }, []);
    expect(html.split('<path').length - plain.split('<path').length).toBe(3);
  });

  it('writes a name in full or cut, and no markup of it', () => {
    expect(drawn({ name: '<b>River</b>' })).toContain('&lt;b&gt;River');
    expect(drawn({ name: 'A name that is longer than there is room' })).toContain('…');
  });
});
