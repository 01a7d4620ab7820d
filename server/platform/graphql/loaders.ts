import DataLoader from 'dataloader';
import type { Caller } from '../access/caller.ts';

/** Stands for one request: what is loaded for it is loaded for its caller, and once. */
export interface Loaders {
  readonly caller: Caller;
}

/** A field that is read for many rows at once, within one request and for its caller only. */
export class BatchedField<Value> {
  readonly #read: (ids: readonly string[], caller: Caller) => Promise<readonly Value[]>;
  readonly #byRequest = new WeakMap<Loaders, DataLoader<string, Value>>();

  /** @param read the values of rows, in the order of their ids; @throws Refused when the caller may not read them */
  constructor(read: (ids: readonly string[], caller: Caller) => Promise<readonly Value[]>) {
    this.#read = read;
  }

  /** The field of one row. */
  load(request: Loaders, id: string): Promise<Value> {
    const known = this.#byRequest.get(request);
    const loader = known ?? new DataLoader<string, Value>((ids) => this.#read(ids, request.caller));
    if (known === undefined) this.#byRequest.set(request, loader);
    return loader.load(id);
  }
}
