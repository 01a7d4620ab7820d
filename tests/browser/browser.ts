import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A browser that is there: `CHROMIUM_PATH`, Playwright's own, the system's, else the one that comes as a package and
 * needs no system libraries.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executablePath: given, args: sandbox };
  if (existsSync(chromium.executablePath())) return { args: sandbox };
  const system = SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, args: sandbox };
  // It brings its own system libraries only where this is set.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  // Its own arguments are made for one page in one process without web security: not what people's browsers do.
  return {
    executablePath: await packaged.executablePath(),
    args: [...sandbox, '--disable-gpu', '--disable-dev-shm-usage'],
  };
}
