/** Events for one subscriber, in order. */
export class ChangeQueue<News> {
  readonly #most: number;
  readonly #onBehind: () => void;
  #waiting: News[] = [];
  #taking: PromiseWithResolvers<News | null> | null = null;
  #ended = false;

  /**
   * @param most that may wait
   * @param onBehind called once when more would wait: the queue has ended then and is empty
   */
  constructor(most: number, onBehind: () => void) {
    this.#most = most;
    this.#onBehind = onBehind;
  }

  /** @returns false when nothing more is accepted: it has ended, or too much waits */
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
   * The next event, as soon as it is there. Call again only after it has answered.
   * @returns null once it has ended
   */
  async next(): Promise<News | null> {
    if (this.#ended) return null;
    const news = this.#waiting.shift();
    if (news !== undefined) return news;
    this.#taking = Promise.withResolvers<News | null>();
    return this.#taking.promise;
  }

  /** Ends it at once, also for a caller that waits for the next event. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#taking?.resolve(null);
    this.#taking = null;
  }
}
