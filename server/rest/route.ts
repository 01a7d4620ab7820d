import type { z } from 'zod';
import type { Caller, RequestInfo } from '../identity/caller.ts';
import type { Services } from '../services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler gets: parsed input, who calls, and the services. */
export interface RouteInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** request header values by lower-case name */
  header(name: string): string | undefined;
  caller: Caller;
  info: RequestInfo;
  services: Services;
}

/** What a handler answers: data for the envelope, and optionally a message, another status or headers. */
export interface RouteAnswer {
  data: unknown;
  message?: string;
  status?: number;
  headers?: Record<string, string>;
}

/**
 * One REST call, declared: what it takes is validated by the same schemas that describe it to partners.
 * Paths are relative to `/api/v1`, in Fastify's form (`/lots/:id`).
 */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  /** `public`: no login, limited per address; `anonymous`: no login; `staff`: a bearer token */
  access: 'public' | 'anonymous' | 'staff';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  status?: number;
  handle(input: RouteInput<unknown, unknown, unknown>): Promise<RouteAnswer>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

/** Declares a route with the types of its schemas. */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: {
  method: Method;
  path: string;
  summary: string;
  access: Route['access'];
  params?: Params;
  query?: Query;
  body?: Body;
  status?: number;
  handle(input: RouteInput<Parsed<Params>, Parsed<Query>, Parsed<Body>>): Promise<RouteAnswer>;
}): Route {
  // The mount parses with exactly these schemas before it calls, so the wider signature is safe.
  return definition as Route;
}
