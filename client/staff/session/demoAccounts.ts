import { z } from 'zod';

const Answer = z.object({
  data: z.object({
    accounts: z.array(z.object({ label: z.string(), username: z.string(), password: z.string() })),
  }),
});

export type DemoAccount = z.infer<typeof Answer>['data']['accounts'][number];

/** The accounts for one-click sign-in; none unless the server runs on demo data (404) and answers in time. */
export async function fetchDemoAccounts(signal: AbortSignal): Promise<DemoAccount[]> {
  try {
    const response = await fetch('/api/v1/demo/accounts', { signal });
    if (!response.ok) return [];
    return Answer.parse(await response.json()).data.accounts;
  } catch {
    return [];
  }
}
