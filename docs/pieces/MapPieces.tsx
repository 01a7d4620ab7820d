import { PlaceMap, PlaceMapDrawing } from '../../client/design/map/PlaceMap.tsx';
import { placeOnMap } from '../../client/design/map/placeOnMap.ts';
import { PlacesMap, PlacesMapDrawing, type MapPlace } from '../../client/design/map/PlacesMap.tsx';
import { PlotDrawing, PlotMap, type MapShape } from '../../client/design/plotMap/PlotMap.tsx';
import { plotFrame } from '../../client/design/plotMap/plotFrame.ts';
import { Columns, Shown, State } from './Shown.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string | undefined => names.of(code);

const PLACES = [
  {
    name: 'Papua New Guinea',
    place: { latitude: -4.2, longitude: 143.9 },
    withinKm: 1,
    title: 'A farm in East Sepik, Papua New Guinea',
  },
  {
    name: 'Ghana, ten kilometers',
    place: { latitude: 6.7, longitude: -1.6 },
    withinKm: 10,
    title: 'A farm near Kumasi, Ghana',
  },
  { name: 'Ecuador', place: { latitude: -1.05, longitude: -79.5 }, withinKm: 1, title: 'A farm in Los Ríos, Ecuador' },
  {
    name: 'a large country: Brazil',
    place: { latitude: -14.8, longitude: -39.3 },
    withinKm: 1,
    title: 'A farm near Ilhéus, Brazil',
  },
  {
    name: 'a small island: São Tomé',
    place: { latitude: 0.25, longitude: 6.6 },
    withinKm: 1,
    title: 'A farm on São Tomé',
  },
  {
    name: 'by the date line: Fiji',
    place: { latitude: -17.8, longitude: 178.2 },
    withinKm: 1,
    title: 'A farm on Viti Levu, Fiji',
  },
  { name: 'at sea', place: { latitude: 0, longitude: 0 }, withinKm: 1, title: 'A place at sea, south of Ghana' },
  {
    name: 'far from where cacao grows',
    place: { latitude: 47.4, longitude: 8.5 },
    withinKm: 5,
    title: 'A place near Zurich, Switzerland',
  },
];

const SPOTS: readonly MapPlace[] = [
  { id: 'sepik', latitude: -3.63, longitude: 143.06, count: 12, tone: 'alarm' },
  { id: 'madang', latitude: -5.26, longitude: 145.74, count: 3, tone: 'pod' },
  { id: 'near madang', latitude: -5.3, longitude: 145.8, count: 1, tone: 'sky' },
];
const APART: readonly MapPlace[] = [
  ...SPOTS,
  { id: 'kumasi', latitude: 6.7, longitude: -1.6, count: 1200, tone: 'alarm' },
  { id: 'tingo', latitude: -9.3, longitude: -76, count: 2, tone: 'pod' },
];
const nothing = (): void => undefined;

const corner = (east: number, north: number) => ({ latitude: -5.3 + north / 1000, longitude: 145.6 + east / 1000 });
const FIELD: MapShape = {
  id: 'field',
  name: 'River field',
  tone: 'leaf',
  corners: [corner(0, 0), corner(2, 0), corner(2, 2), corner(0, 2)],
};
const GARDEN: MapShape = { id: 'garden', name: 'Tree garden', tone: 'leaf', corners: [corner(5, 1)], areaHa: 1.5 };
const BEFORE: MapShape = {
  id: 'before',
  tone: 'sky',
  isDashed: true,
  corners: [corner(0, 0), corner(3, 0), corner(2, 2)],
};
const CROSSING: MapShape = {
  id: 'crossing',
  tone: 'leaf',
  corners: [corner(0, 0), corner(2, 0), corner(0, 2), corner(2, 2)],
  isNumbered: true,
  wrongSides: [1, 3],
};
const FAR: MapShape = { id: 'far', name: 'Far field', tone: 'leaf', corners: [corner(400, -300)], areaHa: 4 };
const metres = (length: number): string => `${length} m`;
const FRAME = plotFrame(FIELD.corners);

export function MapPieces() {
  return (
    <Shown
      title="Map"
      pieces={['PlaceMap', 'PlaceMapDrawing', 'PlacesMap', 'PlacesMapDrawing', 'PlotMap', 'PlotDrawing']}
    >
      <Columns least="20rem">
        {PLACES.map(({ name, ...map }) => (
          <State key={name} name={name}>
            <PlaceMap {...map} countryName={countryName} loading="Loading map" />
          </State>
        ))}
        <State name="without outlines, with a line under it">
          <PlaceMapDrawing
            drawing={placeOnMap([], { latitude: -6.3, longitude: 143.9 }, 5)}
            title="A farm whose surroundings could not be loaded"
            caption="Within 5 km of -6.3, 143.9"
          />
        </State>
        <State name="several places, two of them in one spot, one marked">
          <PlacesMap
            places={SPOTS}
            title="16 alerts at 3 places"
            marked="sepik"
            onChoose={nothing}
            write={String}
            loading="Loading map"
          />
        </State>
        <State name="places around the world">
          <PlacesMap
            places={APART}
            title="1218 alerts at 5 places"
            onChoose={nothing}
            write={String}
            loading="Loading map"
          />
        </State>
        <State name="several places without outlines">
          <PlacesMapDrawing sheet={[]} places={SPOTS} title="16 alerts at 3 places" onChoose={nothing} write={String} />
        </State>
        <State name="plots of a farm, one marked">
          <PlotMap
            shapes={[FIELD, GARDEN]}
            marked="garden"
            onChoose={nothing}
            title="Map of 2 plots"
            length={metres}
            loading="Loading map"
          />
        </State>
        <State name="an outline that crosses itself">
          <PlotMap
            shapes={[CROSSING]}
            wrongPlaces={[corner(1, 1)]}
            title="Outline with 4 corners"
            length={metres}
            loading="Loading map"
          />
        </State>
        <State name="an outline before and after">
          <PlotMap
            shapes={[BEFORE, { ...FIELD, name: undefined }]}
            title="The outline before (dashed) and after"
            length={metres}
            loading="Loading map"
          />
        </State>
        <State name="plots that lie far apart, on our outlines">
          <PlotMap shapes={[FIELD, FAR]} title="Map of 2 plots" length={metres} loading="Loading map" />
        </State>
        {FRAME !== null && (
          <State name="a plot, drawn at once">
            <PlotDrawing frame={FRAME} sheet={null} shapes={[FIELD]} title="Map of one plot" length={metres} />
          </State>
        )}
      </Columns>
    </Shown>
  );
}
