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
  type AlertCategory,
  asksOfAnyLot,
  asksOfLot,
  isListStale,
  type ChangedLotFact,
  lotChanges,
  type LotFacts,
  lotFacts,
  mayChangeRights,
  showsLot,
  staleByAlert,
  type StaleField,
  staleFigures,
} from './changes.ts';

/** Updates of one lot come in bursts (registered, recorded, checked), so refetch once after a pause. */
const PAUSE_MS = 1000;
const LONGEST_MS = 3000;
/**
 * Maximum number of lots and alerts whose last update is cached. The next update of an evicted one counts as its first.
 */
const MOST_REMEMBERED = 2000;

/** Fields of figures of lots. */
const FIGURES = staleFigures(['presence']);

/** Refreshes the lists and figures on the screen after changes by any user, with as few requests as possible. */
export interface ScreenChanges {
  /**
   * @param lot current state, already in the cache; null once it is deleted
   * @param activity its recent activity entry, if known
   */
  lot(id: string, lot: LotNewsFragment | null, activity?: ActivityEntryFragment | null): void;
  /** The lot moved to a farm that the user cannot see: remove it and its alerts. */
  departed(id: string): void;
  /** @param ids UUIDs of created, changed or deleted lots without details; `all`: any lot */
  manyLots(ids: readonly string[] | 'all'): void;
  alert(alert: AlertItemFragment): void;
  /** Refetches the open views of a lot at once, after the user acted on it there. */
  lotView(lot: { id: string; lotId: string }): void;
  /** Refetches the lists of lots at once, after the user acted on a lot. */
  lotLists(): void;
  /**
   * Refetches lists and figures of alerts at once, together with pending refetches. Resolves when all of them succeeded
   * or failed.
   */
  alertLists(): Promise<void>;
}

const screens = new WeakMap<ApolloClient, ScreenChanges>();

/** The single instance of a client. */
export function screenChangesOf(client: ApolloClient): ScreenChanges {
  const news = screens.get(client) ?? createScreenChanges(client);
  screens.set(client, news);
  return news;
}

function createScreenChanges(client: ApolloClient): ScreenChanges {
  const lots = new Map<string, LotFacts | null>();
  const alerts = new Map<string, AlertCategory>();
  const stale = new Set<StaleField>();
  const changes = new Set<ChangedLotFact>();
  /** lots whose permissions for this user may have changed */
  const permissionsChanged = new Set<string>();
  /** lots, by UUID and lot id, whose open views may be stale */
  const viewed = new Set<string>();
  /** alerts whose page may be stale */
  const viewedAlerts = new Set<string>();
  /** true: the open view of any lot may be stale */
  let anyViewed = false;
  let running = Promise.resolve();

  /** @param figures whether to refetch queries that read figures besides lists, too */
  const ask = async (waiting: readonly StaleField[], figures = true) => {
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
          (figures || !FIGURES.some((field) => read.includes(field))) &&
          (isListStale(lotsChanged, query.variables) || showsLot(query.getCurrentResult().data, rightsChanged)))
      );
    });
    // Each query displays its own error.
    await Promise.allSettled(due.map(async (query) => refetch(client, query)));
  };
  /** Runs refetches one after another, so that a burst causes one request per query. */
  const serialQueue = (waiting: () => readonly StaleField[], figures?: boolean): Promise<void> => {
    running = running.then(() => ask(waiting(), figures));
    return running;
  };
  const burst = debounce(() => void serialQueue(() => [...stale]), PAUSE_MS, LONGEST_MS);
  // The next user starts with empty state.
  client.onClearStore(async () => {
    burst.stop();
    for (const told of [lots, alerts, stale, changes, permissionsChanged, viewed, viewedAlerts]) told.clear();
    anyViewed = false;
  });
  /** Anything that happens may be told of. */
  const notify = () => {
    for (const field of ['notifications', 'unreadNotifications'] as const) stale.add(field);
    burst.call();
  };
  /** Marks lists and figures stale that depend on created or deleted lots. */
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
      // A view shows more fields of a lot than lists use.
      for (const name of lot === null ? [id] : [id, lot.lotId]) viewed.add(name);
      notify();
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
      notify();
    },
    alert(alert) {
      const found = staleByAlert(alerts.get(alert.id), alert);
      remember(alerts, alert.id, alert);
      // The update does not carry comments, files and the assignee.
      viewedAlerts.add(alert.id);
      notify();
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
      // The update of the lot follows and refetches figures, once.
      void serialQueue(() => ['lots'], false);
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

/** Writes the update's activity entry to the cache, without a request. */
function showActivity(client: ApolloClient, entry: ActivityEntryFragment): void {
  client.cache.updateQuery({ query: DashboardDocument }, (data) => {
    if (data === null) return undefined;
    const typed = { __typename: 'Activity' as const, ...entry };
    const recentActivity = activityWith(data.dashboardStats.recentActivity, typed);
    return { ...data, dashboardStats: { ...data.dashboardStats, recentActivity } };
  });
}

/** Does not reuse a running request, which may predate the update. */
function refetch(client: ApolloClient, query: ObservableQuery): Promise<unknown> {
  outdateAnswers(client, { name: query.queryName, variables: query.variables });
  return query.refetch();
}

/** Whether the query uses the cache. Others, such as the fields of an edit form, are one-time snapshots. */
function isKept({ options }: ObservableQuery): boolean {
  return options.fetchPolicy !== 'no-cache';
}

/** The root fields of a query. */
function rootFields({ query }: ObservableQuery): string[] {
  const { selections } = getMainDefinition(query).selectionSet;
  return selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []));
}
