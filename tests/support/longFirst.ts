import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, the longest first: begun late, one of them would go on alone on a machine that has nothing else to do. */
const LONG = [
  'tests/faults/tamper.test.ts',
  'tests/faults/stopInTrouble.test.ts',
  'tests/faults/killDuringCreations.test.ts',
  'tests/faults/stop.test.ts',
  'tests/faults/rotateSecret.test.ts',
  'tests/faults/heads.test.ts',
  'tests/adapters/embeddedPostgres.test.ts',
  'tests/adapters/heads.test.ts',
  'tests/adapters/databaseLink.test.ts',
  'tests/api/transports/partnerGuide.test.ts',
  'tests/api/lots/lotQueries.test.ts',
  'tests/api/platform/growth.test.ts',
  'tests/api/integrity-audit/derivedColumns.test.ts',
  'tests/api/database/lockOrder.test.ts',
  'tests/api/integrity-audit/integrityAudit.test.ts',
  'tests/api/lots/largeImport.test.ts',
  'tests/api/identity/permissions.test.ts',
  'tests/api/webhooks/webHooks.test.ts',
  'tests/api/reports/reportParts.test.ts',
  'tests/api/farms/foreignOverlaps.test.ts',
  'tests/api/live/sockets.test.ts',
  'tests/api/mail/mailDelivery.test.ts',
  'tests/api/transports/timeouts.test.ts',
];
/** Files of one project follow each other, as they share modules. The longest come first, the shortest last. */
const PROJECTS = ['faults', 'listening', 'slow', 'adapters', 'api', 'unit'];

/** The order of test files: it needs no results of an earlier run, which a new clone has not. */
export class LongFirst extends BaseSequencer {
  /** The same files, by project, the long ones of each first; the others by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const place = ({ project, moduleId }: TestSpecification): [number, number] => {
      const long = LONG.indexOf(relative(project.vitest.config.root, moduleId));
      return [PROJECTS.indexOf(project.name), long === -1 ? LONG.length : long];
    };
    return bySize
      .map((file) => ({ file, place: place(file) }))
      .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
      .map(({ file }) => file);
  }
}
