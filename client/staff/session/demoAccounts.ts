import { z } from 'zod';

const Answer = z.object({
  data: z.object({
    accounts: z.array(z.object({ label: z.string(), username: z.string(), password: z.string() })),
  }),
});

export type OfferedAccount = z.infer<typeof Answer>['data']['accounts'][number];

/** The accounts for one-click sign-in; empty unless the server runs with demo data (else 404) and responds in time. */
export async function fetchDemoAccounts(signal: AbortSignal): Promise<OfferedAccount[]> {
  try {
    const response = await fetch('/api/v1/demo/accounts', { signal });
    if (!response.ok) return [];
    return Answer.parse(await response.json()).data.accounts;
  } catch {
    return [];
  }
}
