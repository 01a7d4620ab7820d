import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Message } from '../../domain/messages/message.ts';
import type { QueueName } from '../concurrency/workQueues.ts';
import type { Caller, RequestInfo } from '../access/caller.ts';
import type { UploadedFile } from './upload.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler gets: parsed input, and who calls. */
export interface RouteInput<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** the file that came with a call to an `upload` route; it is gone once the handler has ended */
  upload: UploadedFile | null;
  /** request header values by lower-case name */
  header(name: string): string | undefined;
  caller: Caller;
  info: RequestInfo;
}

/** An answer in the envelope: its data, and optionally a message, another status or headers. */
export interface DataAnswer {
  data: unknown;
  /** the same object is answered many times and never changed: its JSON is written once */
  repeated?: boolean;
  /** sent as message and with its code */
  said?: Message;
  status?: number;
  headers?: Record<string, string>;
}

/** An answer in the envelope whose data are JSON text already: large ones are written in a thread. */
export interface JsonAnswer {
  json: string;
  status?: number;
  headers?: Record<string, string>;
}

/** An answer that is a file, sent as it is and without the envelope. */
export interface FileAnswer {
  file: {
    /** its name with the extension; any text */
    name: string;
    /** the value of Content-Type */
    mediaType: string;
    /** a stream is sent as it comes; one that fails cuts the connection, so that no half file passes for a whole one */
    body: Buffer | Readable;
    /** shown in the browser rather than saved */
    inline?: boolean;
  };
  status?: number;
  headers?: Record<string, string>;
}

export type RouteAnswer = DataAnswer | JsonAnswer | FileAnswer;

/**
 * One declared REST call: the schemas that validate its input also describe it to partners. Paths are relative to
 * `/api/v1`, in Fastify's form (`/lots/:id`).
 */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  /** additions to the summary: rules, rights, limits */
  description?: string;
  /** `public`: no login, limited per address; `anonymous`: no login; `staff`: a bearer token */
  access: 'public' | 'anonymous' | 'staff';
  /** pages of any site may read its answer, errors included: <manam-proof> calls it (docs/security.md) */
  anyOrigin?: boolean;
  params?: z.ZodType;
  /** an optional parameter that is given empty counts as not given */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** the body in full, where `body` leaves the judging to the service (its rules depend on the day) */
  bodyDescribed?: z.ZodType;
  /** the answer's `data`; tests hold every answer against it */
  answer?: z.ZodType;
  /** other statuses that come with the same data */
  alsoAnswers?: readonly number[];
  /** request headers that it reads, with descriptions and patterns (ECMAScript) */
  headers?: Readonly<Record<string, { description: string; pattern: string }>>;
  /** carries an ETag, and answers 304 if If-None-Match names it */
  conditional?: boolean;
  /** media types of the files that it may answer */
  files?: readonly string[];
  /** largest body in bytes, also one that comes without its length or packed; 1 MB where it says nothing */
  bodyBytes?: number;
  /** takes a file: multipart/form-data with one part `file` */
  upload?: boolean;
  /** takes besides, after the file, an optional part `thumbnail` of at most so many bytes */
  thumbnailBytes?: number;
  /** largest file, where it is less than all uploads may have */
  uploadMegabytes?: number;
  /** may take 120 s instead of 10 s: imports, exports and report files */
  long?: boolean;
  /** done a few at a time, with others of its kind; answers 429 where too many wait already */
  heavy?: QueueName;
  status?: number;
  handle(input: RouteInput<unknown, unknown, unknown>): Promise<RouteAnswer>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

/** Declares a route with the types of its schemas. */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Omit<Route, 'params' | 'query' | 'body' | 'handle'> & {
    params?: Params;
    query?: Query;
    body?: Body;
    handle(input: RouteInput<Parsed<Params>, Parsed<Query>, Parsed<Body>>): Promise<RouteAnswer>;
  },
): Route {
  // The mount parses with exactly these schemas before it calls, so the wider signature is safe.
  return definition as Route;
}
