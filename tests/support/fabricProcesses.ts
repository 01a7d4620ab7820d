import { runningProcesses, SUPERVISOR } from '../../tools/fabric-network/networkProcesses.ts';
import { hasEnded } from '../../server/platform/process/processes.ts';
import type { FabricNetwork } from './fabricNetwork.ts';
import { until } from './until.ts';

/** Names of a network's processes; the first organisation is `coop`. */
export type ProcessName = 'ordering' | `${'peer' | 'chaincode'}-${'coop' | 'assurance'}`;

async function pidOf({ folder }: FabricNetwork, wanted: string): Promise<number> {
  const found = (await runningProcesses(folder)).find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`${wanted} does not run`);
  return found.pid;
}

/** Kills a process of a network; its supervisor starts it again. */
export async function killProcess(network: FabricNetwork, name: ProcessName): Promise<void> {
  process.kill(await pidOf(network, name), 'SIGKILL');
}

/** Stops a process in the middle of whatever it does. @returns what lets it go on */
export async function holdProcess(network: FabricNetwork, name: ProcessName): Promise<() => void> {
  const pid = await pidOf(network, name);
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}

/**
 * Kills a process, and keeps the supervisor from starting it again.
 * @returns what lets the supervisor go on, and waits until the process runs
 */
export async function keepDown(network: FabricNetwork, name: ProcessName): Promise<() => Promise<void>> {
  const supervisor = await pidOf(network, SUPERVISOR);
  const pid = await pidOf(network, name);
  process.kill(supervisor, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  // Its parent has not collected its status yet: it is a zombie, which holds no port.
  await hasEnded(pid, 1_000);
  return async () => {
    process.kill(supervisor, 'SIGCONT');
    await until(() => pidOf(network, name), `${name} to run again`);
  };
}
