import { PlaceMap, PlaceMapDrawing } from '../../client/design/map/PlaceMap.tsx';
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

export function MapPieces() {
  return (
    <Shown title="Map" pieces={['PlaceMap', 'PlaceMapDrawing']}>
      <Columns least="20rem">
        {PLACES.map(({ name, ...map }) => (
          <State key={name} name={name}>
            <PlaceMap {...map} countryName={countryName} loading="Loading map" />
          </State>
        ))}
        <State name="without outlines, with a line under it">
          <PlaceMapDrawing
            sheet={[]}
            place={{ latitude: -6.3, longitude: 143.9 }}
            withinKm={5}
            title="A farm whose surroundings could not be loaded"
            caption="Within 5 km of -6.3, 143.9"
          />
        </State>
      </Columns>
    </Shown>
  );
}
