import { z } from 'zod';
import type { LotScope, PermissionTable } from '../../domain/access/permissions.ts';
import type { CommittedField } from '../../domain/ledger/content.ts';
import { LOSS_REASONS, TRANSFORMATION_STEPS } from '../../domain/mass/massBalance.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { PLOT_OUTLINES } from '../farms/plotViews.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { ALL_LOTS, PERSONAL_VALUES } from '../lots/lotViews.ts';
import type { PlotAbove } from './plotYields.ts';
import type { TransformationFilter } from './transformationFilter.ts';
import type { TransformationPart, TransformationView } from './transformationView.ts';

interface Row {
  id: string;
  step: string;
  at: Date;
  recordedAt: Date;
  inputGrams: number;
  outputGrams: number;
  lossGrams: number;
  lossReason: string | null;
  leastHundredths: number | null;
  mostHundredths: number | null;
  plotsAbove: PlotAbove[];
  flagged: boolean;
  inputCount: number;
  outputCount: number;
}

const SELECT = `select t.id, t.step, t.at, t.recorded_at as "recordedAt", t.input_grams as "inputGrams",
  t.output_grams as "outputGrams", t.loss_grams as "lossGrams", t.loss_reason as "lossReason",
  t.least_hundredths as "leastHundredths", t.most_hundredths as "mostHundredths", t.plots_above as "plotsAbove", t.flagged,
  (select count(*)::int from transformation_input i where i.transformation_id = t.id) as "inputCount",
  (select count(*)::int from transformation_output o where o.transformation_id = t.id) as "outputCount"
  from transformation t`;
/** Every output's first event commits to the same texts. */
const TEXTS = `select distinct on (o.transformation_id, v.field) o.transformation_id as id, v.field, v.value
  from transformation_output o join ${PERSONAL_VALUES} v using (event_id) where o.transformation_id = any($1::uuid[])
  order by o.transformation_id, v.field`;
const PLOT_NAMES = `select distinct on (v.plot_id) v.plot_id as id, v.name from ${PLOT_OUTLINES} v
  where v.plot_id = any($1::uuid[]) order by v.plot_id, v.version desc`;

const partsSql = (table: 'transformation_input' | 'transformation_output'): string =>
  `select p.transformation_id as "transformationId", p.grams, l.id, l.lot_id as "lotId", l.kind, l.farm_id as "farmId",
     l.farmer_name as "farmerName", l.stage as "currentProcess"
   from ${table} p join ${ALL_LOTS} l on l.id = p.lot_id where p.transformation_id = any($1::uuid[])
   order by p.grams desc, l.lot_id`;
const PARTS = { inputs: partsSql('transformation_input'), outputs: partsSql('transformation_output') };

type PartRow = Omit<TransformationPart, 'weight'> & { transformationId: string; grams: number };
type Texts = Partial<Record<CommittedField, string>>;

const text = z.string().catch('');

/** Reads transformations. Who does not see all lots sees none. */
export class TransformationReader {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #lots: Pick<AuthorizedLots, 'find'>;

  constructor(parts: { database: Database; permissions: PermissionTable; lots: Pick<AuthorizedLots, 'find'> }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#lots = parts.lots;
  }

  /** @throws Refused unauthenticated, not-found */
  async find(caller: Caller, id: string): Promise<TransformationView> {
    const view = await this.findOrNull(caller, id);
    if (view === null) throw notFound('Transformation');
    return view;
  }

  /** Null where it is not visible. @throws Refused unauthenticated */
  async findOrNull(caller: Caller, id: string): Promise<TransformationView | null> {
    const isVisible = this.#seesAll(caller) && isUuid(id);
    const rows = isVisible ? await this.#database.rows<Row>(`${SELECT} where t.id = $1`, [id]) : [];
    const [view] = await this.#views(rows);
    return view ?? null;
  }

  /** One page, the newest first. @throws Refused unauthenticated; not-found for a lot that is not visible */
  async list(
    caller: Caller,
    filter: TransformationFilter,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ transformations: TransformationView[]; pagination: Pagination }> {
    if (!this.#seesAll(caller)) return { transformations: [], pagination: pageOf(0, page, limit) };
    const lot = filter.lotId ? await this.#lots.find(caller, filter.lotId) : null;
    if (filter.lotId && lot === null) throw notFound('Lot');
    const { where, values } = condition(filter, lot?.id ?? null);
    const at = values.length;
    const [rows, counted] = await Promise.all([
      this.#database.rows<Row>(
        `${SELECT} where ${where} order by t.at desc, t.id desc limit $${at + 1} offset $${at + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      this.#database.row<{ total: number }>(
        `select count(*)::int as total from transformation t where ${where}`,
        values,
      ),
    ]);
    return { transformations: await this.#views(rows), pagination: pageOf(counted?.total ?? 0, page, limit) };
  }

  /** The lots that went into visible transformations or came out of them, the most first; in the order of the ids. */
  async parts(side: keyof typeof PARTS, ids: readonly string[]): Promise<TransformationPart[][]> {
    const rows = await this.#database.rows<PartRow>(PARTS[side], [ids]);
    const byId = Map.groupBy(rows, ({ transformationId }) => transformationId);
    return ids.map((id) =>
      (byId.get(id) ?? []).map(({ transformationId: _of, grams, ...part }) => ({
        ...part,
        weight: kgFromGrams(grams),
      })),
    );
  }

  #seesAll(caller: Caller): boolean {
    const scope: LotScope = scopeOf(this.#permissions, caller);
    return scope.kind === 'all';
  }

  async #views(rows: readonly Row[]): Promise<TransformationView[]> {
    const ids = rows.map(({ id }) => id);
    const plotIds = rows.flatMap(({ plotsAbove }) => plotsAbove.map(({ plotId }) => plotId));
    const [textRows, names] = await Promise.all([
      ids.length === 0 ? [] : this.#database.rows<{ id: string; field: CommittedField; value: unknown }>(TEXTS, [ids]),
      plotIds.length === 0 ? [] : this.#database.rows<{ id: string; name: string | null }>(PLOT_NAMES, [plotIds]),
    ]);
    const texts = new Map<string, Texts>();
    for (const { id, field, value } of textRows) texts.set(id, { ...texts.get(id), [field]: text.parse(value) });
    const plotNames = new Map(names.map(({ id, name }) => [id, name]));
    return rows.map((row) => transformationView(row, texts.get(row.id) ?? {}, plotNames));
  }
}

function condition(filter: TransformationFilter, lotUuid: string | null): { where: string; values: unknown[] } {
  const where = ['true'];
  const values: unknown[] = [];
  const add = (part: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    where.push(part(`$${values.length}`));
  };
  if (filter.flagged === true) where.push('t.flagged');
  if (filter.flagged === false) where.push('not t.flagged');
  if (filter.step) add((at) => `t.step = ${at}`, filter.step);
  if (filter.from) add((at) => `t.at >= ${at}::date`, filter.from);
  if (filter.to) add((at) => `t.at < ${at}::date + 1`, filter.to);
  if (lotUuid !== null) {
    add(
      (at) => `t.id in (select transformation_id from transformation_input where lot_id = ${at}
        union all select transformation_id from transformation_output where lot_id = ${at})`,
      lotUuid,
    );
  }
  return { where: where.join(' and '), values };
}

const step = z.enum(TRANSFORMATION_STEPS);
const reason = z.enum(LOSS_REASONS).nullable();

function transformationView(row: Row, texts: Texts, plotNames: ReadonlyMap<string, string | null>): TransformationView {
  const { leastHundredths, mostHundredths } = row;
  const expectedYield =
    leastHundredths === null || mostHundredths === null
      ? null
      : { least: leastHundredths / 100, most: mostHundredths / 100 };
  const yieldPercent = Math.round((row.outputGrams * 10_000) / row.inputGrams) / 100;
  const warnings: Message[] = [
    ...(expectedYield === null
      ? []
      : [MASS.yieldUnexpected({ yieldPercent, leastPercent: expectedYield.least, mostPercent: expectedYield.most })]),
    ...row.plotsAbove.map(({ plotId, kgPerHectare, limitKg }) =>
      MASS.plotYield({ plot: plotNames.get(plotId) ?? plotId, kgPerHectare, limitKg }),
    ),
  ];
  return {
    id: row.id,
    step: step.parse(row.step),
    at: row.at.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    recordedBy: texts.userName ?? null,
    inputCount: row.inputCount,
    outputCount: row.outputCount,
    inputWeight: kgFromGrams(row.inputGrams),
    outputWeight: kgFromGrams(row.outputGrams),
    loss: {
      weight: kgFromGrams(row.lossGrams),
      reason: reason.parse(row.lossReason),
      note: texts.lossNote ?? null,
    },
    yieldPercent,
    expectedYield,
    flagged: row.flagged,
    warnings,
    place: texts.location ?? null,
    operatorName: texts.operatorName ?? null,
    notes: texts.notes ?? null,
    explanation: texts.explanation ?? null,
  };
}
