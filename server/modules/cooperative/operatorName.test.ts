import { expect, it } from 'vitest';
import { OPERATOR_TTL_MS, operatorName } from './operatorName.ts';

it('is read at most every few seconds, and pages do not wait for it again', async () => {
  let now = 0;
  const answers: (string | Error)[] = ['Kaupa', new Error('Database down'), 'Kaupa Growers'];
  const failures: unknown[] = [];
  const current = operatorName(
    async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer === undefined ? null : { name: answer };
    },
    (error) => failures.push(error),
    () => now,
  );
  const next = async (): Promise<string> => {
    now += OPERATOR_TTL_MS;
    const shown = await current();
    await Promise.resolve();
    return shown;
  };
  expect(await current()).toBe('Kaupa');
  expect(await current()).toBe('Kaupa');
  expect(await next()).toBe('Kaupa');
  expect(failures).toHaveLength(1);
  expect(await next()).toBe('Kaupa');
  expect(await next()).toBe('Kaupa Growers');
  expect(await next()).toBe('');
});
