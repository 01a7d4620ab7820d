import type { Context } from './context.ts';

/** Events of which what they bring is kept, the newest ones: whoever is further behind has it computed anew. */
const MOST_EVENTS = 50;

interface Shared<Answer> {
  context: Context;
  answers: Map<string, Promise<Answer>>;
}

/**
 * What events bring to subscriptions, computed once for all who are shown the same object: `LiveEvents` gives the same one
 * to all who see an event through the same scope. The same operation is executed once; different ones share what was
 * loaded for the event.
 */
export class SharedEvents<Answer> {
  readonly #events = new Map<unknown, Shared<Answer>>();

  /**
   * What an event brings to an operation.
   * @param asked tells operations apart: document, name and variables
   * @param context of the subscriber; the first one's serves for all
   * @param work executes the operation; its time is its own, since others wait for it too
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

/** A context in which nobody asks: what it brings is shown to others too, so a field that looks who asks fails. */
function forAll({ resolvers, live, loaders }: Context): Context {
  const nobody = (): never => {
    throw new Error('What an event brings does not depend on who listens');
  };
  return {
    resolvers,
    live,
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
