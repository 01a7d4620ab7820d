import { IMPORT_FIELDS, type ImportField } from './importFields.ts';

/**
 * Heads of columns in English, German, French and Spanish spreadsheets, as `plainHead` writes them. The API's own name
 * of a field needs no line here.
 */
const NAMES: Record<ImportField, string> = {
  lotId: `lot, lot no, lot number, lot id, lot nr, lotnr, batch, batch no, batch number, batch id, los, losnr, los nr, losnummer,
    charge, chargennr, chargennummer, partie, partienummer, numero de lot, no de lot, n de lot, code lot, lote, numero de lote,
    no de lote, n de lote, codigo de lote, id lote`,
  farmId: `farm, farm no, farm number, farm code, farm id, plantation, estate, betrieb, betriebsnr, betriebsnummer, betriebs id, hof,
    hofnr, hofnummer, farmnr, farm nr, farmnummer, ferme, code ferme, exploitation, code exploitation, id ferme, finca, codigo de finca,
    codigo finca, id finca, granja, predio`,
  farmerName: `farmer, farmers name, name of farmer, name, grower, producer, producer name, supplier, bauer, landwirt, name des bauern,
    erzeuger, produzent, lieferant, anbauer, producteur, nom, nom du producteur, nom producteur, agriculteur, nom de l agriculteur,
    planteur, nom du planteur, cultivateur, productor, nombre, nombre del productor, nombre productor, agricultor,
    nombre del agricultor, campesino`,
  cacaoVariety: `variety, cacao variety, cocoa variety, cultivar, sorte, kakaosorte, varietat, kakaovarietat, variete, variete de cacao,
    variete cacao, variedad, variedad de cacao, variedad cacao`,
  harvestDate: `harvest, harvested, harvested on, harvest day, date, date of harvest, ernte, erntedatum, erntetag, datum, geerntet,
    geerntet am, recolte, date de recolte, date recolte, date de la recolte, cosecha, fecha, fecha de cosecha, fecha cosecha,
    fecha de la cosecha`,
  latitude: `lat, gps lat, gps latitude, y, breite, breitengrad, geogr breite, geografische breite, latitude gps, latitud, latitud gps`,
  longitude: `lon, lng, long, gps lon, gps long, gps longitude, x, lange, langengrad, geogr lange, geografische lange, laenge,
    laengengrad, longitude gps, longitud, longitud gps`,
  weight: `kg, kilo, kilos, weight kg, net weight, net kg, net, quantity, quantity kg, gewicht, gewicht kg, nettogewicht, netto,
    menge, menge kg, poids, poids kg, poids net, quantite, quantite kg, peso, peso kg, peso neto, cantidad, cantidad kg`,
  moistureContent: `moisture, moisture percent, moisture pct, humidity, water content, feuchte, feuchtigkeit, restfeuchte, wassergehalt,
    feuchtegehalt, humidite, taux d humidite, teneur en eau, humedad, contenido de humedad, porcentaje de humedad`,
  temperature: `temp, temperature c, temperatur, temperatura`,
  certifications: `certification, certificate, certificates, certified, label, labels, zertifikat, zertifikate, zertifizierung,
    zertifizierungen, siegel, certificat, certificats, certificado, certificados, certificacion, certificaciones, sello, sellos`,
  qualityScore: `quality, score, quality points, points, qualitat, qualitaet, qualitatspunkte, punkte, bewertung, qualite,
    score qualite, note de qualite, calidad, puntuacion, puntaje, puntos`,
  isAnonymized: `anonymous, anonymized, anonymised, hide farmer, anonym, anonymisiert, anonyme, anonymise, anonimo, anonimizado`,
  plots: `plot, plot name, field, fields, parcel, parcels, parzelle, parzellen, feld, felder, schlag, flache, parcelle, parcelles,
    champ, champs, parcela, parcelas, lote de terreno, campo`,
  bags: `bag, number of bags, sacks, sack, sacke, saecke, anzahl sacke, sacs, nombre de sacs, sacos, numero de sacos, bolsas`,
  grossKg: `gross, gross weight, bruttogewicht, brutto, brutto kg, poids brut, brut, peso bruto, bruto`,
  tareKg: `tare, tare weight, tara, tara kg, taragewicht, tare kg, poids tare, peso tara`,
  grade: `class, quality class, klasse, guteklasse, gueteklasse, handelsklasse, classe, categorie, grado, clase, categoria`,
};

/** A head in plain letters: no accents, units in brackets or punctuation, in lower case. */
export function plainHead(head: string): string {
  return head
    .replace(/[([{].*?[)\]}]/gu, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** 'Lot No.', 'lot_no' and 'lotNo' are one head. */
function squeezed(head: string): string {
  return head.replaceAll(' ', '');
}

/** Finds what the columns of a kind of spreadsheet are about. */
export interface ColumnFinder<Field extends string> {
  /** the field that each column is about by its head; null where no name fits. Each field is there once */
  guess: (heads: readonly string[]) => (Field | null)[];
  /**
   * Position of the row with the heads: the first one in which two heads or more are known, or else the first with two
   * texts; 0 where no row looks like heads.
   */
  headRow: (rows: readonly (readonly string[])[]) => number;
}

/** @param names other names of each field, as `plainHead` writes them, with commas between them */
export function columnFinder<Field extends string>(
  fields: readonly Field[],
  names: Readonly<Record<Field, string>>,
): ColumnFinder<Field> {
  const fieldOfHead: ReadonlyMap<string, Field> = new Map(
    fields.flatMap((field) =>
      [field, ...names[field].split(',')].map((name) => [squeezed(plainHead(name)), field] as const),
    ),
  );
  const guess = (heads: readonly string[]): (Field | null)[] => {
    const guesses = heads.map((head) => fieldOfHead.get(squeezed(plainHead(head))) ?? null);
    return guesses.map((field, at) => {
      if (field === null) return null;
      // The API's own name goes before another name of the same field.
      const own = heads.findIndex((head) => head.trim().toLowerCase() === field.toLowerCase());
      return at === (own >= 0 ? own : guesses.indexOf(field)) ? field : null;
    });
  };
  const headRow = (rows: readonly (readonly string[])[]): number => {
    const known = rows.findIndex((row) => guess(row).filter((field) => field !== null).length >= 2);
    if (known >= 0) return known;
    return Math.max(
      0,
      rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length >= 2),
    );
  };
  return { guess, headRow };
}

/** Columns of spreadsheets of lots. */
export const LOT_COLUMN_NAMES = columnFinder(IMPORT_FIELDS, NAMES);

/** Rows above the heads that are looked at: titles, addresses, empty lines. */
export const MOST_ABOVE = 20;
