import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import type { Change } from '../../platform/change-feed/changeFeed.ts';
import type { LotView } from '../lots/lotView.ts';
import type { ActivityView } from '../monitoring/recentActivity.ts';

/** A change of a lot as a scope sees it. `DEPARTED`: it belongs now to a farm outside of the scope. */
export type LotChangeKind = 'CREATED' | 'CHANGED' | 'DELETED' | 'DEPARTED';

export interface LotChanges {
  kind: LotChangeKind;
  id: string;
  lotId: string;
  /** null when deleted or departed */
  lot: LotView | null;
  /** its activity entry, for lists of those; null when deleted or departed */
  activity: ActivityView | null;
}

/** A change of a lot, before it is delivered. */
export interface LotChange {
  id: string;
  lotId: string;
  kind: Exclude<LotChangeKind, 'DEPARTED'>;
  /** its present farm */
  farmId: string | null;
  /** its former farms, in upper case */
  left: ReadonlySet<string>;
  /** its farm was erased, and the former farm id is not stored */
  farmErased: boolean;
}

type LotItem = Extract<Change, { topic: 'lot' }>;

/** The changes in a page of events, by the UUID of the lot: several of one lot are combined. */
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

/** A change of a lot combined with an earlier one. */
export function joined(kind: LotChange['kind'], before: LotChange['kind'] | undefined): LotChange['kind'] {
  if (kind === 'DELETED' || before === 'DELETED') return 'DELETED';
  return kind === 'CREATED' || before === 'CREATED' ? 'CREATED' : 'CHANGED';
}

/** Whether a scope shows a change of a lot, and as which kind; null when it does not. */
export function seenAs({ kind, farmId, left }: LotChange, scope: LotScope): LotChangeKind | null {
  if (inScope(scope, farmId)) return kind;
  return scope.kind === 'farm' && left.has(scope.farmId) ? 'DEPARTED' : null;
}
