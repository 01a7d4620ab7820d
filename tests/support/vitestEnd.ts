import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { endOfRun } from './runAlone.ts';

/** Prints at the end of a run which tests passed on their second try, and how to run each failed file alone. */
export default class VitestEnd implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: readonly SerializedError[]): void {
    const failed = modules
      .filter((module) => !module.ok())
      .map((module) => ({ file: module.moduleId, project: module.project.name }));
    const lines = endOfRun(
      failed,
      (file, project) => `npx vitest run --config tests/vitest.config.ts --project ${project} ${file}`,
    );
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (test.diagnostic()?.flaky === true) lines.unshift(`Flaky, passed when it was tried again: ${test.fullName}`);
      }
    }
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }
}
