/** More news waits for a subscriber than may: it takes them more slowly than they come. */
export class FellBehind extends Error {
  override name = 'FellBehind';
}

/** News for one subscriber, in order. */
export class NewsQueue<News> {
  readonly #most: number;
  #waiting: News[] = [];
  #taking: PromiseWithResolvers<News | null> | null = null;
  #state: 'open' | 'behind' | 'ended' = 'open';

  /** @param most that may wait */
  constructor(most: number) {
    this.#most = most;
  }

  /** @returns false when no more is taken: it has ended, or too much waits */
  push(news: News): boolean {
    if (this.#state !== 'open') return false;
    if (this.#taking !== null) {
      this.#taking.resolve(news);
      this.#taking = null;
    } else if (this.#waiting.length < this.#most) {
      this.#waiting.push(news);
    } else {
      this.#state = 'behind';
      this.#waiting = [];
    }
    return this.#state === 'open';
  }

  /**
   * The next one, as soon as it is there. To be asked again only once it has answered.
   * @returns null once it has ended
   * @throws FellBehind
   */
  async next(): Promise<News | null> {
    if (this.#state === 'behind') throw new FellBehind('Too much news waited for this subscriber');
    if (this.#state === 'ended') return null;
    const news = this.#waiting.shift();
    if (news !== undefined) return news;
    this.#taking = Promise.withResolvers<News | null>();
    return this.#taking.promise;
  }

  /** Ends it at once, also for who waits for the next one. */
  end(): void {
    this.#state = 'ended';
    this.#waiting = [];
    this.#taking?.resolve(null);
    this.#taking = null;
  }
}
