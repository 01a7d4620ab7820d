import type { App } from '../../server/app.ts';

/** The services of a server in one object: tests look at what no interface shows. */
export function servicesOf({ composed: { modules, live, requests, workQueues, idempotency } }: App) {
  return Object.assign({}, ...Object.values(modules), { live, requests, workQueues, idempotency }) as Flat;
}

type Modules = App['composed']['modules'];
type Flat = Intersected<Modules[keyof Modules]> &
  Pick<App['composed'], 'live' | 'requests' | 'workQueues' | 'idempotency'>;
type Intersected<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
