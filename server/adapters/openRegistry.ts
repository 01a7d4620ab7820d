import type { DueDiligenceRegistry } from '../domain/statement/dueDiligenceRegistry.ts';
import type { Config } from '../platform/config.ts';
import { packageRegistry } from './registry-package/packageRegistry.ts';
import { TracesRegistry } from './registry-traces/tracesRegistry.ts';

/** Opens the registry of due diligence statements that the settings choose. */
export function openRegistry({
  dueDiligenceRegistry: chosen,
}: Pick<Config, 'dueDiligenceRegistry'>): DueDiligenceRegistry {
  return chosen.driver === 'package' ? packageRegistry : new TracesRegistry(chosen);
}
