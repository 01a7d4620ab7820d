import { APIS } from '../../server/modules.ts';
import type { Route } from '../../server/platform/rest/route.ts';

/** In place of services: declaring a route calls none of them. */
export const unused: never = new Proxy(() => undefined, { get: () => unused }) as never;

/** Every declared REST call; the mount adds its own. */
export const ROUTES: readonly Route[] = APIS.flatMap((api: { routes(needs: never): readonly Route[] }) =>
  api.routes(unused),
);
