import {
  Map as MapLibre,
  Marker,
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
import type { MarkTone, Scheme } from '../../design/colors.ts';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
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
  /** places around which the map opens; one at least */
  frame: readonly GeoPoint[];
  /** the farm's other plots, and the plot's earlier outline */
  others: readonly MapShape[];
  tiles: MapTileServer | null;
  /** receives the corners after each change */
  onChange: (corners: readonly GeoPoint[]) => void;
  /** receives the number of corners of an unclosed outline; null: no outline is being drawn */
  onDrawing: (tapped: number | null) => void;
}

/** Faults of the outline: sides and corners are counted from 0, places are where sides cross. */
export interface DrawMarks {
  corners: readonly number[];
  sides: readonly number[];
  places: readonly GeoPoint[];
  /** whether corners show their numbers from the list beside the map */
  isNumbered: boolean;
}

export interface DrawMap {
  /** shows an outline, wherever it was entered, with its faults */
  show: (corners: readonly GeoPoint[], marks: DrawMarks) => void;
  /** undoes the last tap */
  undo: () => void;
  /** closes the outline that is being drawn */
  close: () => void;
  goTo: (place: GeoPoint) => void;
  end: () => void;
}

/** From this zoom on streets and fields are distinguishable, and one hectare is as wide as a finger. */
const NEAR = 16;
/** Closest zoom at which a whole outline is shown. */
const CLOSE = 18;
/** Share of the map on each side of an outline that shows its neighbors. */
const SURROUNDINGS = 0.25;
/** With more than these, names and numbers would overlap. */
const MOST_NAMED = 12;
const MOST_NUMBERED = 40;
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
  const { container, frame, colors } = options;
  const [centre = { latitude: 0, longitude: 0 }] = frame;
  const sheet = await loadSheet(centre).catch((): Sheet => []);
  const map = new MapLibre({
    container,
    style: styleOf(options, sheet),
    bounds: boundsOf(frame),
    fitBoundsOptions: { padding: 48, maxZoom: NEAR },
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
  map.moveLayer('wrongSides');
  map.moveLayer('wrong');
  nameOthers(map, options);
  return drawing(map, draw, options);
}

function drawing(map: MapLibre, draw: TerraDraw, { colors, onChange, onDrawing }: DrawOptions): DrawMap {
  const number = numbering(map, colors);
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
    show: (corners, marks) => {
      map.getSource<GeoJSONSource>('wrong')?.setData(faultsOf(corners, marks));
      number(corners, marks);
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
  const { clientWidth, clientHeight } = map.getContainer();
  const padding = SURROUNDINGS * Math.min(clientWidth, clientHeight);
  map.fitBounds(boundsOf(corners), { padding, maxZoom: CLOSE, animate: false });
}

function boundsOf(places: readonly GeoPoint[]): [Position, Position] {
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}

/** Text on the map. It takes no presses, and the list beside the map says the same to screen readers. */
function labelAt(map: MapLibre, place: GeoPoint, { text, color, colors, anchor }: Label): Marker {
  const element = document.createElement('span');
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, {
    color,
    font: `600 ${LABEL_SIZE} sans-serif`,
    pointerEvents: 'none',
    textShadow: HALO.map((offset) => `${offset} ${colors.sunken}`).join(', '),
    whiteSpace: 'nowrap',
  });
  const offset: [number, number] = [0, anchor === 'top' ? LABEL_AWAY : -LABEL_AWAY];
  return new Marker({ element, anchor, offset }).setLngLat(positionOf(place)).addTo(map);
}

interface Label {
  text: string;
  color: string;
  colors: Scheme;
  /** the side of the text that touches the place */
  anchor: 'top' | 'bottom';
}

const LABEL_SIZE = '13px';
const LABEL_AWAY = 10;
const HALO = ['1px 1px 0', '-1px 1px 0', '1px -1px 0', '-1px -1px 0', '0 0 3px'];

/** Names of the other plots, below each. */
function nameOthers(map: MapLibre, { others, colors }: DrawOptions): void {
  if (others.length > MOST_NAMED) return;
  for (const { name, corners } of others) {
    if (name === undefined || corners.length === 0) continue;
    const [[west, south], [east]] = boundsOf(corners);
    const place = { latitude: south, longitude: (west + east) / 2 };
    labelAt(map, place, { text: name, color: colors.fg, colors, anchor: 'top' });
  }
}

/** Numbers the corners as the list beside the map does; of very many only the first and the wrong ones. */
function numbering(map: MapLibre, colors: Scheme): DrawMap['show'] {
  let labels: Marker[] = [];
  return (corners, { corners: wrong, isNumbered }) => {
    labels.forEach((label) => label.remove());
    labels = corners.flatMap((corner, at) => {
      const isWrong = wrong.includes(at);
      if (!isNumbered || (corners.length > MOST_NUMBERED && at > 0 && !isWrong)) return [];
      const color = isWrong ? colors.tones.alarm.text : colors.fg;
      return [labelAt(map, corner, { text: String(at + 1), color, colors, anchor: 'bottom' })];
    });
  };
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

/** Places as a geometry: a single one as a point, several as an outline; null without places. */
function geometryOf(places: readonly GeoPoint[]): GeoJSON.Geometry | null {
  const [first] = places;
  if (first === undefined) return null;
  if (places.length === 1) return { type: 'Point', coordinates: positionOf(first) };
  return { type: 'Polygon', coordinates: [[...places, first].map(positionOf)] };
}

function collection(
  shapes: readonly { places: readonly GeoPoint[]; properties?: GeoJSON.GeoJsonProperties }[],
): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap(({ places, properties = {} }): GeoJSON.Feature[] => {
      const geometry = geometryOf(places);
      return geometry === null ? [] : [{ type: 'Feature', properties, geometry }];
    }),
  };
}

function outlinesOf(sheet: Sheet): GeoJSON.FeatureCollection {
  return collection(
    sheet.flatMap((outline) =>
      pointsOf(outline).map((ring) => ({ places: ring.map(({ x, y }) => ({ latitude: y, longitude: x })) })),
    ),
  );
}

/** Places where sides cross as points, and faulty sides as lines. */
function faultsOf(corners: readonly GeoPoint[], { sides, places }: DrawMarks): GeoJSON.FeatureCollection {
  const points = collection(places.map((place) => ({ places: [place] })));
  const lines = sides.flatMap((side): GeoJSON.Feature[] => {
    const [from, to] = [corners[side], corners[(side + 1) % corners.length]];
    if (from === undefined || to === undefined) return [];
    const geometry: GeoJSON.Geometry = { type: 'LineString', coordinates: [positionOf(from), positionOf(to)] };
    return [{ type: 'Feature', properties: {}, geometry }];
  });
  return { ...points, features: [...points.features, ...lines] };
}

const colorOf = ({ tones, edge }: Scheme, tone: MarkTone): string => (tone === 'neutral' ? edge : tones[tone].solid);

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
      others: {
        type: 'geojson',
        data: collection(
          others.map(({ corners, tone, isDashed = false }) => ({
            places: corners,
            properties: { color: colorOf(colors, tone), isDashed },
          })),
        ),
      },
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
        filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['!', ['get', 'isDashed']]],
        paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.25 },
      },
      {
        id: 'othersEdge',
        type: 'line',
        source: 'others',
        filter: ['!', ['get', 'isDashed']],
        paint: { 'line-color': ['get', 'color'], 'line-width': 2 },
      },
      {
        id: 'before',
        type: 'line',
        source: 'others',
        filter: ['get', 'isDashed'],
        paint: { 'line-color': ['get', 'color'], 'line-width': 2, 'line-dasharray': [3, 2] },
      },
      {
        id: 'othersPoints',
        type: 'circle',
        source: 'others',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-color': ['get', 'color'],
          'circle-radius': 6,
          'circle-stroke-color': colors.raised,
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'wrongSides',
        type: 'line',
        source: 'wrong',
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-color': colors.tones.alarm.solid, 'line-width': 4 },
      },
      {
        id: 'wrong',
        type: 'circle',
        source: 'wrong',
        filter: ['==', ['geometry-type'], 'Point'],
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
