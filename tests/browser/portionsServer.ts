import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/platform/config.ts';

/** The server as it is, to which a country's lots are those of the demonstration: more than ten make a report in portions of four. */
const config = readConfig(process.env);
const limits = { ...config.limits, reportLotsAtOnce: 10, reportBatch: 4 };
const app = await createApp({ ...config, limits });
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.stdout.write(`Manam-Trace is ready on ${app.url}\n`);
