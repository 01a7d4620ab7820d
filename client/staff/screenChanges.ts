import type { ApolloClient, ObservableQuery } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import { Kind } from 'graphql';
import {
  DashboardDocument,
  LotNumberFragmentDoc,
  type ActivityEntryFragment,
  type AlertItemFragment,
  type LotNewsFragment,
} from '../graphql/generated.ts';
import { outdateAnswers } from '../graphql/freshAnswers.ts';
import { debounce } from './debounce.ts';
import {
  activityWith,
  type AlertFacts,
  asksOfAnyLot,
  asksOfLot,
  isListStale,
  type LotChange,
  lotChanges,
  type LotFacts,
  lotFacts,
  mayChangeRights,
  showsLot,
  staleByAlert,
  type StaleField,
  staleFigures,
} from './changes.ts';

/** News of one lot comes in a burst (registered, recorded, checked): what it makes out of date is asked for once. */
const PAUSE_MS = 1000;
const LONGEST_MS = 3000;
/** Lots and alerts whose last news is remembered. Of one that was forgotten, news counts as the first. */
const MOST_REMEMBERED = 2000;

/** Brings lists and figures on the screen up to date with what happened, by whomever, and asks for nothing else. */
export interface ScreenChanges {
  /**
   * @param lot as it is now; null once it is deleted. It stands in the cache already
   * @param activity what the recent activity says of it, where that is known
   */
  lot(id: string, lot: LotNewsFragment | null, activity?: ActivityEntryFragment | null): void;
  /** A lot is of a farm now whose lots the person does not see: it went, and its alerts with it. */
  departed(id: string): void;
  /** @param ids UUIDs of lots that came, changed or went, of which no more is known; `all`: of any */
  manyLots(ids: readonly string[] | 'all'): void;
  alert(alert: AlertItemFragment): void;
  /** Asks for the open views of a lot at once: the person did something about it there. */
  lotView(lot: { id: string; lotId: string }): void;
  /** Asks for the lists of lots at once: the person did something about a lot and looks for it there. */
  lotLists(): void;
  /** Asks for the lists and figures of alerts at once, and for what waits. Resolves when all of it is there or failed. */
  alertLists(): Promise<void>;
}

const screens = new WeakMap<ApolloClient, ScreenChanges>();

/** The one of a client. */
export function screenChangesOf(client: ApolloClient): ScreenChanges {
  const news = screens.get(client) ?? createScreenChanges(client);
  screens.set(client, news);
  return news;
}

function createScreenChanges(client: ApolloClient): ScreenChanges {
  const lots = new Map<string, LotFacts | null>();
  const alerts = new Map<string, AlertFacts>();
  const stale = new Set<StaleField>();
  const changes = new Set<LotChange>();
  /** lots to which a person may now do other things */
  const permissionsChanged = new Set<string>();
  /** lots, by UUID and by lot id, whose open views may be out of date */
  const viewed = new Set<string>();
  /** alerts whose own page may be out of date */
  const viewedAlerts = new Set<string>();
  /** those of every lot may be */
  let anyViewed = false;
  let running = Promise.resolve();

  const ask = async (waiting: readonly StaleField[]) => {
    const lotsChanged = new Set(changes);
    const rightsChanged = new Set(permissionsChanged);
    const viewsOf = new Set(viewed);
    const pagesOf = new Set(viewedAlerts);
    viewedAlerts.clear();
    const ofAny = anyViewed;
    viewed.clear();
    anyViewed = false;
    if (waiting.includes('lots')) for (const told of [changes, permissionsChanged]) told.clear();
    for (const field of waiting) stale.delete(field);
    const due = [...client.getObservableQueries('active')].filter((query) => {
      const read = rootFields(query);
      return (
        (isKept(query) &&
          (ofAny ? asksOfAnyLot(read) : asksOfLot(read, query.variables, query.getCurrentResult().data, viewsOf))) ||
        (read.includes('alertInvestigation') && pagesOf.has(String(query.variables['id']))) ||
        waiting.some((field) => field !== 'lots' && read.includes(field)) ||
        (waiting.includes('lots') &&
          read.includes('lots') &&
          (isListStale(lotsChanged, query.variables) || showsLot(query.getCurrentResult().data, rightsChanged)))
      );
    });
    // Each query shows its own failure.
    await Promise.allSettled(due.map(async (query) => refetch(client, query)));
  };
  /** One after another, so that a burst costs each query one question. */
  const serialQueue = (waiting: () => readonly StaleField[]): Promise<void> => {
    running = running.then(() => ask(waiting()));
    return running;
  };
  const burst = debounce(() => void serialQueue(() => [...stale]), PAUSE_MS, LONGEST_MS);
  // Whoever signs in next begins anew.
  client.onClearStore(async () => {
    burst.stop();
    for (const told of [lots, alerts, stale, changes, permissionsChanged, viewed, viewedAlerts]) told.clear();
    anyViewed = false;
  });
  /** Lists and figures for which it matters that lots came or went. */
  const otherCallers = () => {
    changes.add('presence');
    for (const field of ['lots', ...staleFigures(['presence'])] as const) stale.add(field);
  };

  const news: ScreenChanges = {
    lot(id, lot, activity) {
      const facts = lot === null ? null : lotFacts(lot);
      const found = lotChanges(lots.get(id), facts);
      remember(lots, id, facts);
      if (activity) showActivity(client, activity);
      // A view shows more of a lot than what lists are made of.
      for (const name of lot === null ? [id] : [id, lot.lotId]) viewed.add(name);
      burst.call();
      if (found.length === 0) return;
      for (const change of found) changes.add(change);
      if (mayChangeRights(found)) permissionsChanged.add(id);
      for (const field of ['lots', ...staleFigures(found)] as const) stale.add(field);
    },
    departed(id) {
      news.lot(id, null);
      for (const field of ['alerts', 'alertStats', 'alertPlaces'] as const) stale.add(field);
    },
    manyLots(ids) {
      if (ids === 'all') {
        lots.clear();
        anyViewed = true;
      } else {
        for (const id of ids) {
          lots.delete(id);
          viewed.add(id);
          const known = client.readFragment({ id: `Lot:${id}`, fragment: LotNumberFragmentDoc });
          if (known !== null) viewed.add(known.lotId);
        }
      }
      otherCallers();
      burst.call();
    },
    alert(alert) {
      const found = staleByAlert(alerts.get(alert.id), alert);
      remember(alerts, alert.id, alert);
      // Comments, files and who looks into it are not in the news.
      viewedAlerts.add(alert.id);
      burst.call();
      if (found.length === 0) return;
      viewed.add(alert.lotId);
      changes.add('alerts');
      for (const field of ['lots', ...found] as const) stale.add(field);
      burst.call();
    },
    lotView({ id, lotId }) {
      for (const name of [id, lotId]) viewed.add(name);
      void serialQueue(() => []);
    },
    lotLists() {
      changes.add('presence');
      void serialQueue(() => ['lots']);
    },
    alertLists() {
      burst.stop();
      return serialQueue(() => ['alerts', 'alertStats', 'alertPlaces', ...stale]);
    },
  };
  return news;
}

function remember<Facts>(map: Map<string, Facts>, id: string, facts: Facts): void {
  map.delete(id);
  map.set(id, facts);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

/** The news says what the recent activity says of the lot; nothing needs to be asked for it. */
function showActivity(client: ApolloClient, entry: ActivityEntryFragment): void {
  client.cache.updateQuery({ query: DashboardDocument }, (data) => {
    if (data === null) return undefined;
    const typed = { __typename: 'Activity' as const, ...entry };
    const recentActivity = activityWith(data.dashboardStats.recentActivity, typed);
    return { ...data, dashboardStats: { ...data.dashboardStats, recentActivity } };
  });
}

/** Shares no answer that is under way: it may be older than the news. */
function refetch(client: ApolloClient, query: ObservableQuery): Promise<unknown> {
  outdateAnswers(client, { name: query.queryName, variables: query.variables });
  return query.refetch();
}

/** What is asked past the cache was asked for one moment, such as the fields that a person edits. */
function isKept({ options }: ObservableQuery): boolean {
  return options.fetchPolicy !== 'no-cache';
}

/** The fields of the schema that a query begins with. */
function rootFields({ query }: ObservableQuery): string[] {
  const { selections } = getMainDefinition(query).selectionSet;
  return selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []));
}
