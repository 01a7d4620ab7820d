import {
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type StyleSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { TerraDraw, TerraDrawModeUndoRedo, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { loadSheet } from '../../design/map/loadSheet.ts';
import { pointsOf } from '../../design/map/placeOnMap.ts';
import type { Sheet } from '../../design/map/sheet.ts';
import type { Scheme } from '../../design/colors.ts';
import type { MapTileServer } from './mapTileServer.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/*
 * The map on which users draw an outline: MapLibre GL with terra-draw, loaded on demand. Its style uses the country
 * outlines of this repository, and its worker is a local file. It contacts another server only if the operator
 * configured one for map tiles.
 */

// A blob worker would need a wider Content-Security-Policy, so load the worker from a file.
setWorkerUrl(workerUrl);

export interface DrawOptions {
  container: HTMLElement;
  /** accessible name of the map */
  label: string;
  colors: Scheme;
  /** initial center without corners */
  centre: GeoPoint;
  /** the farm's other plots: corners, or a single place */
  others: readonly (readonly GeoPoint[])[];
  tiles: MapTileServer | null;
  /** receives the corners after each change */
  onChange: (corners: readonly GeoPoint[]) => void;
  /** receives the number of corners of an unclosed outline; null: no outline is being drawn */
  onDrawing: (tapped: number | null) => void;
}

export interface DrawMap {
  /** shows an outline that was typed or walked, with the points where its sides cross */
  show: (corners: readonly GeoPoint[], wrongPlaces: readonly GeoPoint[]) => void;
  /** undoes the last tap */
  undo: () => void;
  /** closes the outline that is being drawn */
  close: () => void;
  goTo: (place: GeoPoint) => void;
  end: () => void;
}

/** From this zoom on streets and fields are distinguishable, and one hectare is as wide as a finger. */
const NEAR = 16;
const COORDINATE_PRECISION = 9;
const SELECT_FLAGS = {
  feature: { draggable: false, coordinates: { draggable: true, midpoints: true, deletable: true } },
};

type Position = [number, number];
const positionOf = ({ latitude, longitude }: GeoPoint): Position => [longitude, latitude];
const six = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
const placeOf = ([longitude = 0, latitude = 0]: readonly number[]): GeoPoint => ({
  latitude: six(latitude),
  longitude: six(longitude),
});
const textOf = (corners: readonly GeoPoint[]): string => corners.map(positionOf).join(' ');

/**
 * Opens the map in an element. Resolves when the map is ready for drawing.
 * @throws if the device cannot render it, or its worker does not load
 */
export async function openDrawMap(options: DrawOptions): Promise<DrawMap> {
  const { container, centre, colors } = options;
  const sheet = await loadSheet(centre).catch((): Sheet => []);
  const map = new MapLibre({
    container,
    style: styleOf(options, sheet),
    center: positionOf(centre),
    zoom: NEAR,
    maxZoom: 21,
    // The page shows the attribution as text below the map, because the library's control renders markup.
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: { 'Map.Title': options.label },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({}), 'bottom-left');
  await new Promise<void>((resolve, reject) => {
    map.once('load', () => resolve());
    map.once('error', ({ error }) => reject(error));
  });
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: COORDINATE_PRECISION }),
    modes: [polygonMode(colors), selectMode(colors)],
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
  });
  draw.start();
  // Draw the faults above the outline, which was added later.
  map.moveLayer('wrong');
  return drawing(map, draw, options);
}

function drawing(map: MapLibre, draw: TerraDraw, { onChange, onDrawing }: DrawOptions): DrawMap {
  /** the outline on the map; null before the first one */
  let shown: string | null = null;
  let isOurs = false;
  const outline = () =>
    draw
      .getSnapshot()
      .find(({ geometry, properties }) => geometry.type === 'Polygon' && properties['mode'] === 'polygon');
  const cornersOf = (feature: ReturnType<typeof outline>): GeoPoint[] => {
    const ring = feature?.geometry.type === 'Polygon' ? (feature.geometry.coordinates[0] ?? []) : [];
    const committed = feature?.properties['committedCoordinateCount'];
    const isDrawing = draw.getMode() === 'polygon' && typeof committed === 'number';
    return (isDrawing ? ring.slice(0, committed) : ring.slice(0, -1)).map(placeOf);
  };
  const tell = (): void => {
    if (isOurs) return;
    const corners = cornersOf(outline());
    onDrawing(draw.getMode() === 'polygon' ? corners.length : null);
    if (draw.getMode() === 'polygon' || textOf(corners) === shown) return;
    shown = textOf(corners);
    onChange(corners);
  };
  const quietly = (change: () => void): void => {
    isOurs = true;
    change();
    isOurs = false;
  };
  const place = (corners: readonly GeoPoint[]): void =>
    quietly(() => {
      draw.clear();
      shown = textOf(corners);
      if (corners.length < 3) {
        draw.setMode('polygon');
        return;
      }
      const ring = corners.map(positionOf);
      const [added] = draw.addFeatures([
        {
          type: 'Feature',
          properties: { mode: 'polygon' },
          geometry: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] },
        },
      ]);
      draw.setMode('select');
      if (added?.id !== undefined && added.valid) draw.selectFeature(added.id);
    });
  const close = (): void => {
    const corners = cornersOf(outline());
    if (corners.length < 3) return;
    place(corners);
    onDrawing(null);
    onChange(corners);
  };
  draw.on('change', tell);
  // The event fires before the library finishes its own step for a ring closed by a tap.
  draw.on('finish', (_id, { mode }) => {
    if (mode === 'polygon') setTimeout(() => closeFinished());
  });
  const closeFinished = (): void => {
    const feature = outline();
    const ring = feature?.geometry.type === 'Polygon' ? (feature.geometry.coordinates[0] ?? []) : [];
    const corners = ring.slice(0, -1).map(placeOf);
    place(corners);
    onDrawing(null);
    onChange(corners);
  };
  return {
    show: (corners, wrongPlaces) => {
      const source = map.getSource<GeoJSONSource>('wrong');
      source?.setData(collection(wrongPlaces.map((one) => [one])));
      if (textOf(corners) === shown) return;
      place(corners);
      if (corners.length > 0) fit(map, corners);
    },
    undo: () => void draw.undo(),
    close,
    goTo: (where) => map.jumpTo({ center: positionOf(where), zoom: Math.max(map.getZoom(), NEAR) }),
    end: () => {
      draw.stop();
      map.remove();
    },
  };
}

function fit(map: MapLibre, corners: readonly GeoPoint[]): void {
  const longitudes = corners.map(({ longitude }) => longitude);
  const latitudes = corners.map(({ latitude }) => latitude);
  map.fitBounds(
    [
      [Math.min(...longitudes), Math.min(...latitudes)],
      [Math.max(...longitudes), Math.max(...latitudes)],
    ],
    { padding: 48, maxZoom: 18, animate: false },
  );
}

function polygonMode({ tones, raised }: Scheme): TerraDrawPolygonMode {
  return new TerraDrawPolygonMode({
    showCoordinatePoints: true,
    pointerDistance: 30,
    styles: {
      fillColor: hex(tones.leaf.solid),
      fillOpacity: 0.2,
      outlineColor: hex(tones.leaf.solid),
      outlineWidth: 3,
      closingPointColor: hex(raised),
      closingPointWidth: 8,
      closingPointOutlineColor: hex(tones.leaf.solid),
      closingPointOutlineWidth: 3,
      coordinatePointColor: hex(raised),
      coordinatePointWidth: 6,
      coordinatePointOutlineColor: hex(tones.leaf.solid),
      coordinatePointOutlineWidth: 3,
    },
  });
}

function selectMode({ tones, raised }: Scheme): TerraDrawSelectMode {
  return new TerraDrawSelectMode({
    pointerDistance: 30,
    allowManualDeselection: false,
    flags: { polygon: SELECT_FLAGS },
    styles: {
      selectedPolygonColor: hex(tones.leaf.solid),
      selectedPolygonFillOpacity: 0.2,
      selectedPolygonOutlineColor: hex(tones.leaf.solid),
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: hex(raised),
      selectionPointWidth: 9,
      selectionPointOutlineColor: hex(tones.leaf.solid),
      selectionPointOutlineWidth: 3,
      midPointColor: hex(tones.leaf.subtle),
      midPointWidth: 6,
      midPointOutlineColor: hex(tones.leaf.solid),
      midPointOutlineWidth: 1,
    },
  });
}

function hex(color: string): `#${string}` {
  return `#${color.replace('#', '')}`;
}

/** Places as GeoJSON: a single one as a point, several as an outline. */
function collection(shapes: readonly (readonly GeoPoint[])[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap((shape): GeoJSON.Feature[] => {
      const [first] = shape;
      if (first === undefined) return [];
      const ring = shape.map(positionOf);
      const geometry: GeoJSON.Geometry =
        shape.length === 1
          ? { type: 'Point', coordinates: positionOf(first) }
          : { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
      return [{ type: 'Feature', properties: {}, geometry }];
    }),
  };
}

function outlinesOf(sheet: Sheet): GeoJSON.FeatureCollection {
  return collection(
    sheet.flatMap((outline) =>
      pointsOf(outline).map((ring) => ring.map(({ x, y }) => ({ latitude: y, longitude: x }))),
    ),
  );
}

/** Country outlines are accurate to about 2 km. Fade them at higher zooms, where they would place land in the sea. */
const FADES: [number, number] = [9, 11];

function styleOf({ colors, others, tiles }: DrawOptions, sheet: Sheet): StyleSpecification {
  const fading = (opacity: number): ['interpolate', ['linear'], ['zoom'], number, number, number, number] => [
    'interpolate',
    ['linear'],
    ['zoom'],
    FADES[0],
    opacity,
    FADES[1],
    0,
  ];
  return {
    version: 8,
    sources: {
      outlines: { type: 'geojson', data: outlinesOf(sheet) },
      others: { type: 'geojson', data: collection(others) },
      wrong: { type: 'geojson', data: collection([]) },
      ...(tiles === null
        ? {}
        : {
            tiles: {
              type: 'raster' as const,
              tiles: [tiles.url],
              tileSize: 256,
              maxzoom: 19,
            },
          }),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.sunken } },
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': colors.tones.sky.subtle, 'background-opacity': fading(1) },
      },
      {
        id: 'land',
        type: 'fill',
        source: 'outlines',
        paint: { 'fill-color': colors.raised, 'fill-opacity': fading(1) },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'outlines',
        paint: { 'line-color': colors.edge, 'line-opacity': fading(1) },
      },
      ...(tiles === null ? [] : [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }]),
      {
        id: 'others',
        type: 'fill',
        source: 'others',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colors.tones.brand.solid, 'fill-opacity': 0.2 },
      },
      {
        id: 'othersEdge',
        type: 'line',
        source: 'others',
        paint: { 'line-color': colors.tones.brand.solid, 'line-width': 2 },
      },
      {
        id: 'othersPoints',
        type: 'circle',
        source: 'others',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': colors.tones.brand.solid, 'circle-radius': 6 },
      },
      {
        id: 'wrong',
        type: 'circle',
        source: 'wrong',
        paint: {
          'circle-color': colors.tones.alarm.solid,
          'circle-radius': 8,
          'circle-stroke-color': colors.raised,
          'circle-stroke-width': 2,
        },
      },
    ],
  };
}
