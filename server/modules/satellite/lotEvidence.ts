import type { Database } from '../../platform/database/database.ts';
import { MOST_PIXELS, type EvidenceGap, type WindowPixels } from '../../domain/forest/evidencePicture.ts';
import { evidenceFile, type EvidenceFile } from '../../domain/forest/evidenceFile.ts';
import type { CocoaRisk } from '../../domain/forest/convergence.ts';
import {
  answersOf,
  baselineOf,
  riskOf,
  type BaselineMessages,
  type SourceAnswer,
} from '../../domain/forest/forestSources.ts';
import {
  POINT_AREA_HA,
  type CheckConclusion,
  type Confidence,
  type ForestAnswer,
  type ForestConclusion,
  type ForestReading,
  type Window,
} from '../../domain/forest/forest.ts';
import { concludePlots } from '../../domain/forest/forestOfPlots.ts';
import { areaOf } from '../../domain/plot/geometry/area.ts';
import { geometryText, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { plotsNamed } from '../farms/plotGeometries.ts';
import { plotsOfLot, type PlotOfLot } from '../farms/plotsOfLot.ts';
import { canonicalText, sha256, toHex, utf8 } from '../../domain/proof/hashing.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { answersIn, shownReading } from '../../domain/verification/evidence.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { evidencePng } from './picture/evidencePng.ts';
import type { NamedRow, StoredRow } from '../../platform/database/tableRow.ts';

/**
 * The newest satellite check of a lot with its stored data: nothing is read again for a picture. If the lot's record
 * differs from the ledger, only `gap` is given.
 */
export interface LotEvidenceView {
  /** ISO 8601, UTC */
  checkedAt: string | null;
  conclusion: CheckConclusion | null;
  driver: string | null;
  /** made up for demonstrations */
  sample: boolean | null;
  /** null when the check could read nothing */
  dataset: string | null;
  datasetVersion: string | null;
  /** degrees, of the place that was checked, which may have changed since; null once erased */
  latitude: number | null;
  longitude: number | null;
  /** degrees: west, south, east, north; null when nothing was read, and once erased */
  window: Window | null;
  confidence: Confidence | null;
  /** mean canopy cover in 2000, whole percent; null without land */
  treeCover2000: number | null;
  lossPixelsAfterCutoff: number | null;
  /** calendar years */
  lossYears: number[] | null;
  /** SHA-256 of all that was read, hex; null once erased */
  evidenceHash: string | null;
  /** risk by the tree for cocoa over several sources; null with a single source */
  risk: CocoaRisk | null;
  /** forest of 2020 on the land, by the map; null without a map, or if it does not cover all of the land */
  baseline: BaselineMessages | null;
  /** answer of each of several sources; null with a single source */
  sources: SourceAnswer[] | null;
  /** the plots that were read, as they were; null of a lot without plots, and once erased */
  plots: PlotOfLot[] | null;
  /** where trees were lost after 31 December 2020, on all plots; at most 1,024 of the pixels */
  lossPixels: LossPlace[] | null;
  /** which of `plots` window and pixels are of, from 1; null of a lot without plots, and where nothing was read */
  plotShown: number | null;
  /** side of one pixel, degrees */
  pixelDegrees: number | null;
  /** null where `gap` says why */
  pixels: WindowPixels | null;
  gap: EvidenceGap | null;
}

/** The middle of a pixel in which trees were lost. */
export interface LossPlace {
  /** degrees */
  latitude: number;
  longitude: number;
  /** calendar year */
  year: number;
}

const DIFFERS: LotEvidenceView = {
  checkedAt: null,
  conclusion: null,
  driver: null,
  sample: null,
  dataset: null,
  datasetVersion: null,
  latitude: null,
  longitude: null,
  window: null,
  confidence: null,
  treeCover2000: null,
  lossPixelsAfterCutoff: null,
  lossYears: null,
  evidenceHash: null,
  risk: null,
  baseline: null,
  sources: null,
  plots: null,
  lossPixels: null,
  plotShown: null,
  pixelDegrees: null,
  pixels: null,
  gap: 'differs',
};

/** A check with its evidence, as `LotEvidence` reads it. */
export interface EvidenceRow extends NamedRow<
  'satellite_check',
  | 'ended_at'
  | 'driver'
  | 'sample'
  | 'dataset'
  | 'dataset_version'
  | 'lat_micro'
  | 'lon_micro'
  | 'plots'
  | 'loss_pixels'
  | 'loss_years'
  | 'evidence'
  | 'evidence_hash'
> {
  conclusion: CheckConclusion;
  confidence: Confidence;
  treeCover: StoredRow<'satellite_check'>['tree_cover_2000'];
}

const CHECK = `select ended_at as "endedAt", conclusion, driver, sample, dataset, dataset_version as "datasetVersion",
    lat_micro as "latMicro", lon_micro as "lonMicro", plots, confidence, tree_cover_2000 as "treeCover",
    loss_pixels as "lossPixels", loss_years as "lossYears", evidence, evidence_hash as "evidenceHash"
  from satellite_check where lot_id = $1`;
const NEWEST = `${CHECK} order by ended_at desc limit 1`;
const CHOSEN = `${CHECK} and id = $2::uuid`;

/** What of a lot's evidence is asked for. */
export interface ChosenEvidence {
  /** UUID of one of its checks; without it the newest */
  checkId?: string | null;
  /** which of the plots that were read is shown, from 1; without it the first with loss, else the first that was read */
  plot?: number | null;
}

/** Shows the data of lots' satellite checks. */
export class LotEvidence {
  readonly #database: Database;
  readonly #lots: Pick<AuthorizedLots, 'find'>;
  readonly #matchesLedger: (lotUuid: string) => Promise<boolean>;

  constructor(parts: {
    database: Database;
    lots: Pick<AuthorizedLots, 'find'>;
    /** whether a lot's record, its checks included, does not differ from the ledger */
    matchesLedger: (lotUuid: string) => Promise<boolean>;
  }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
    this.#matchesLedger = parts.matchesLedger;
  }

  /**
   * A check's evidence as a file that anyone can compare with the tiles.
   * @returns null if the lot is not visible, before its first check has ended, if it has no such check, and once its
   *   location was erased
   * @throws Refused conflict when the lot's record differs from the ledger
   */
  async file(caller: Caller, idOrLotId: string, { checkId }: ChosenEvidence = {}): Promise<EvidenceFile | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    const row = lot && (await this.#check(lot.id, checkId ?? null));
    if (lot === null || row === null) return null;
    if (!(await this.#matchesLedger(lot.id)) || !(await isAsStored(row))) {
      throw new Refused({ kind: 'conflict', said: REFUSED.uncheckableLot({}) });
    }
    const named = await plotsNamed(this.#database, row.plots ?? []);
    const geometries = row.plots?.map((text) => named.get(text)?.geometry ?? null) ?? null;
    if (geometries?.includes(null)) return null;
    return evidenceFileOf(row, lot.lotId, geometries?.filter((geometry) => geometry !== null) ?? null);
  }

  /**
   * A check's pixels as a PNG picture.
   * @returns null where `file` returns null, and if the check, or the chosen plot, has no data
   * @throws as `file`
   */
  async picture(
    caller: Caller,
    idOrLotId: string,
    chosen: ChosenEvidence = {},
  ): Promise<{ lotId: string; bytes: Buffer } | null> {
    const file = await this.file(caller, idOrLotId, chosen);
    const reading = file && pixelsOf(answersIn(canonicalText(file.evidence)), chosen.plot ?? null);
    if (file === null || reading === null) return null;
    const { lotId, evidenceHash } = file;
    // Of plots their middle was not checked, they were.
    const place = file.plots === undefined ? file.place : null;
    return { lotId, bytes: await evidencePng({ lotId, reading, place, evidenceHash }) };
  }

  /** Null if the lot is not visible, before its first check has ended, and if it has no such check. */
  async read(caller: Caller, idOrLotId: string, chosen: ChosenEvidence = {}): Promise<LotEvidenceView | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    const row = lot && (await this.#check(lot.id, chosen.checkId ?? null));
    if (lot === null || row === null) return null;
    // Before anything else: an empty column means an erasure only if the lot's record says so.
    if (!(await this.#matchesLedger(lot.id)) || !(await isAsStored(row))) return DIFFERS;
    const answers = answersIn(row.evidence);
    const reading = pixelsOf(answers, chosen.plot ?? null);
    const shown = answers.findIndex((answer) => answer.reading !== null && answer.reading === reading);
    const ofPlots = row.plots !== null && row.plots.length > 0;
    const gap = gapOf(row, reading);
    const conclusion = answers.length === 0 ? null : concludePlots(answers);
    return {
      checkedAt: row.endedAt.toISOString(),
      conclusion: row.conclusion,
      driver: row.driver,
      sample: row.sample,
      dataset: row.dataset || null,
      datasetVersion: row.datasetVersion || null,
      latitude: row.latMicro === null ? null : degreesFromMicro(row.latMicro),
      longitude: row.lonMicro === null ? null : degreesFromMicro(row.lonMicro),
      window: reading?.window ?? null,
      confidence: row.confidence,
      treeCover2000: row.treeCover,
      lossPixelsAfterCutoff: row.lossPixels,
      lossYears: row.lossYears,
      evidenceHash: row.evidenceHash || null,
      risk: riskOf(answers),
      baseline: baselineOf(answers),
      sources: reading && answersOf(reading),
      plots: row.plots !== null && ofPlots ? await plotsOfLot(this.#database, row.plots) : null,
      lossPixels: conclusion === null ? null : lossPlaces(conclusion),
      plotShown: ofPlots && shown >= 0 ? shown + 1 : null,
      pixelDegrees: reading === null ? null : (reading.window[3] - reading.window[1]) / reading.height,
      pixels: gap === null ? reading : null,
      gap,
    };
  }

  async #check(lotUuid: string, checkId: string | null): Promise<EvidenceRow | null> {
    if (checkId === null) return this.#database.row<EvidenceRow>(NEWEST, [lotUuid]);
    return isUuid(checkId) ? this.#database.row<EvidenceRow>(CHOSEN, [lotUuid, checkId]) : null;
  }
}

/** The data of one plot. @param plot from 1; null: the representative one */
function pixelsOf(answers: readonly ForestAnswer[], plot: number | null): ForestReading | null {
  return plot === null ? shownReading(answers) : (answers[plot - 1]?.reading ?? null);
}

function lossPlaces(conclusion: ForestConclusion): LossPlace[] {
  if (conclusion.kind !== 'loss') return [];
  return conclusion.lossPixels.slice(0, MOST_PIXELS).map(({ latMicro, lonMicro, year }) => ({
    latitude: degreesFromMicro(latMicro),
    longitude: degreesFromMicro(lonMicro),
    year,
  }));
}

/** What the row holds, as a file; null where nothing of it is left. */
export function evidenceFileOf(
  { endedAt, latMicro, lonMicro, evidence, evidenceHash }: EvidenceRow,
  lotId: string,
  plots: readonly Geometry[] | null,
): EvidenceFile | null {
  if (evidence === '' || latMicro === null || lonMicro === null) return null;
  return evidenceFile.parse({
    v: 1,
    kind: 'manam-trace/evidence',
    lotId,
    checkedAt: endedAt.toISOString(),
    place: {
      latitude: degreesFromMicro(latMicro),
      longitude: degreesFromMicro(lonMicro),
      areaHa: plots === null ? POINT_AREA_HA : plots.reduce((sum, plot) => sum + areaOf(plot), 0),
    },
    ...(plots === null ? {} : { plots: plots.map(geometryText) }),
    evidence: JSON.parse(evidence),
    evidenceHash,
  });
}

/** Whether a check's evidence is what its hash was made of. Erased evidence has no hash either. */
export async function isAsStored({ evidence, evidenceHash }: EvidenceRow): Promise<boolean> {
  return evidence === '' ? evidenceHash === '' : toHex(await sha256(utf8(evidence))) === evidenceHash;
}

function gapOf({ evidence }: EvidenceRow, reading: WindowPixels | null): EvidenceGap | null {
  if (evidence === '') return 'erased';
  if (reading === null) return 'nothing_read';
  return reading.width * reading.height > MOST_PIXELS ? 'too_large' : null;
}
