import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
import { sendImport } from './importCall.ts';
import { createImportJob, type ImportJob, type ImportState } from './importJob.ts';

const jobs = new WeakMap<ApolloClient, ImportJob>();

/** The session's import job. It outlives its page, and ends with the session. */
function importJobOf(client: ApolloClient): ImportJob {
  const known = jobs.get(client);
  if (known !== undefined) return known;
  const job = createImportJob((call) => sendImport('/lots/import', call));
  client.onClearStore(async () => job.reset());
  jobs.set(client, job);
  return job;
}

export function useImportJob(): [ImportState, ImportJob] {
  const job = importJobOf(useApolloClient());
  return [useSyncExternalStore(job.subscribe, job.read), job];
}
