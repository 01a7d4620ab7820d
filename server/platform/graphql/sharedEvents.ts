import type { Context } from './context.ts';

/** Number of newest events whose answers are cached: for a subscriber further behind they are computed again. */
const MOST_EVENTS = 50;

interface Shared<Answer> {
  context: Context;
  answers: Map<string, Promise<Answer>>;
}

/**
 * Answers of events for subscriptions, computed once for all subscribers with the same object: `Followers` gives the
 * same one to all with the same scope. The same operation is executed once; different ones share the data loaded for
 * the event.
 */
export class SharedEvents<Answer> {
  readonly #events = new Map<unknown, Shared<Answer>>();

  /**
   * The answer of an operation for an event.
   * @param asked identifies operations: document, name and variables
   * @param context of the subscriber; the first one's serves for all
   * @param work executes the operation; its time is separate, since others wait for it too
   */
  bring(
    event: unknown,
    asked: string,
    context: () => Context,
    work: (context: Context) => Promise<Answer>,
  ): Promise<Answer> {
    const shared = this.#events.get(event) ?? this.#keep(event, { context: forAll(context()), answers: new Map() });
    const known = shared.answers.get(asked);
    if (known !== undefined) return known;
    const answer = work(shared.context);
    shared.answers.set(asked, answer);
    return answer;
  }

  #keep(event: unknown, shared: Shared<Answer>): Shared<Answer> {
    const [oldest] = this.#events.keys();
    if (oldest !== undefined && this.#events.size >= MOST_EVENTS) this.#events.delete(oldest);
    this.#events.set(event, shared);
    return shared;
  }
}

/** A context without a caller: the answer is sent to others too, so a field that reads the caller fails. */
function forAll({ resolvers, loaders }: Context): Context {
  const nobody = (): never => {
    throw new Error('What an event brings does not depend on who listens');
  };
  return {
    resolvers,
    loaders,
    told: true,
    recheck: nobody,
    get caller(): never {
      return nobody();
    },
    get info(): never {
      return nobody();
    },
  };
}
