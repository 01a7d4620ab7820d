/** News for one subscriber, in order. */
export class ChangeQueue<News> {
  readonly #most: number;
  readonly #onBehind: () => void;
  #waiting: News[] = [];
  #taking: PromiseWithResolvers<News | null> | null = null;
  #ended = false;

  /**
   * @param most that may wait
   * @param onBehind called once when more would wait: it has ended then, and nothing of it is kept
   */
  constructor(most: number, onBehind: () => void) {
    this.#most = most;
    this.#onBehind = onBehind;
  }

  /** @returns false when no more is taken: it has ended, or too much waits */
  push(news: News): boolean {
    if (this.#ended) return false;
    if (this.#taking !== null) {
      this.#taking.resolve(news);
      this.#taking = null;
    } else if (this.#waiting.length < this.#most) {
      this.#waiting.push(news);
    } else {
      this.end();
      this.#onBehind();
    }
    return !this.#ended;
  }

  /**
   * The next one, as soon as it is there. To be asked again only once it has answered.
   * @returns null once it has ended
   */
  async next(): Promise<News | null> {
    if (this.#ended) return null;
    const news = this.#waiting.shift();
    if (news !== undefined) return news;
    this.#taking = Promise.withResolvers<News | null>();
    return this.#taking.promise;
  }

  /** Ends it at once, also for who waits for the next one. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#taking?.resolve(null);
    this.#taking = null;
  }
}
