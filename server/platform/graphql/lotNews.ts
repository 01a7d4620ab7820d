import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import type { Change } from '../change-feed/changeFeed.ts';
import type { LotView } from '../../modules/lots/lotView.ts';
import type { ActivityView } from '../../modules/monitoring/recentActivity.ts';

/** What became of a lot, as those are told who see it. `DEPARTED`: it is of a farm now whose lots they do not see. */
export type LotChangeKind = 'CREATED' | 'CHANGED' | 'DELETED' | 'DEPARTED';

export interface LotChanges {
  kind: LotChangeKind;
  id: string;
  lotId: string;
  /** null when deleted or departed */
  lot: LotView | null;
  /** what happened to it, for those who list that; null when deleted or departed */
  activity: ActivityView | null;
}

/** A change of a lot, before anybody is told. */
export interface LotChange {
  id: string;
  lotId: string;
  kind: Exclude<LotChangeKind, 'DEPARTED'>;
  /** the farm that it is of now */
  farmId: string | null;
  /** the farms, in upper case, that it was of before */
  left: ReadonlySet<string>;
  /** its farm was erased, and which one that was is kept nowhere */
  farmErased: boolean;
}

type LotItem = Extract<Change, { topic: 'lot' }>;

/** What a page of news says of each lot that it names, by UUID: several of one lot are one. */
export function lotsIn(news: readonly Change[]): Map<string, Pick<LotChange, 'kind' | 'left'> & { erased: boolean }> {
  const lots = new Map<string, { kind: LotChange['kind']; left: Set<string>; erased: boolean }>();
  for (const item of news) {
    if (item.topic !== 'lot') continue;
    const before = lots.get(item.lotId);
    const left = before?.left ?? new Set();
    if (item.leftFarmId !== null) left.add(item.leftFarmId.toUpperCase());
    lots.set(item.lotId, {
      kind: joined(kindOf(item.kind), before?.kind),
      left,
      erased: item.kind === 'erased' || before?.erased === true,
    });
  }
  return lots;
}

function kindOf(kind: LotItem['kind']): LotChange['kind'] {
  return kind === 'deleted' ? 'DELETED' : kind === 'created' ? 'CREATED' : 'CHANGED';
}

/** What a lot's change is together with one before it. */
export function joined(kind: LotChange['kind'], before: LotChange['kind'] | undefined): LotChange['kind'] {
  if (kind === 'DELETED' || before === 'DELETED') return 'DELETED';
  return kind === 'CREATED' || before === 'CREATED' ? 'CREATED' : 'CHANGED';
}

/** Whether a scope shows a change of a lot, and as which kind; null when it does not. */
export function seenAs({ kind, farmId, left }: LotChange, scope: LotScope): LotChangeKind | null {
  if (inScope(scope, farmId)) return kind;
  return scope.kind === 'farm' && left.has(scope.farmId) ? 'DEPARTED' : null;
}
