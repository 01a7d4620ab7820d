import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';
import { basename } from 'node:path';
import { endOfRun } from '../support/runAlone.ts';

/** Says at the end of a run how to run each failed file alone. */
export default class PlaywrightEnd implements Reporter {
  #suite: Suite | null = null;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(): void {
    const failed = (this.#suite?.allTests() ?? [])
      .filter((test) => test.outcome() === 'unexpected')
      .map((test) => ({ file: test.location.file, project: '' }));
    const lines = endOfRun(
      failed,
      (file) => `npx playwright test --config tests/browser/playwright.config.ts ${basename(file)}`,
    );
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }
}
