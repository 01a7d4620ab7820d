/**
 * Works through items, so many at a time, in their order. After a failure no further item is begun, and what runs is
 * waited for: nothing goes on once it has answered.
 * @throws what the first failing item throws
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let isFailed = false;
  const turns = Array.from({ length: atOnce }, async () => {
    for (const item of rest) {
      try {
        await work(item);
      } catch (error) {
        isFailed = true;
        throw error;
      }
      if (isFailed) return;
    }
  });
  const ended = await Promise.allSettled(turns);
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
