import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { endOfRun, type EndedFile } from './runAlone.ts';

/** Says at the end of a run how to run each failed file alone, and which tests are flaky. `.ci/sum` reads the line 'Flaky'. */
export default class VitestEnd implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: readonly SerializedError[]): void {
    const files = modules.map((module): EndedFile => ({
      file: module.moduleId,
      project: module.project.name,
      failed: !module.ok(),
      flaky: [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => test.fullName),
    }));
    const count = files.reduce((sum, { flaky }) => sum + flaky.length, 0);
    if (count > 0) process.stdout.write(`\n      Flaky  ${count}\n`);
    const lines = endOfRun(
      files,
      (file, project) => `npx vitest run --config tests/vitest.config.ts --project ${project} ${file}`,
    );
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }
}
