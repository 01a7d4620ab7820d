import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  DueDiligenceRegistry,
  RegistryExchange,
  RegistryOutcome,
  StatementBody,
} from '../../server/domain/statement/dueDiligenceRegistry.ts';
import { submissionBody } from '../../server/domain/statement/v3/bodies.ts';
import type { StatementContent } from '../../server/domain/statement/statement.ts';
import { filedContent } from '../support/filedContents.ts';

export interface OpenRegistry {
  registry: DueDiligenceRegistry;
  stop(): Promise<void>;
}

/** Exchanges that a driver gave to keep. */
export class StoredExchanges {
  readonly all: RegistryExchange[] = [];
  readonly keep = async (exchange: RegistryExchange): Promise<void> => {
    this.all.push(exchange);
  };
}

/** A content as it is sent. */
export function submissionOf(content: StatementContent): StatementBody {
  return { kind: content.kind, body: Buffer.from(submissionBody(content)) };
}

/** The identifier of a statement that was taken over; fails for any other outcome. */
export function expectUuid(outcome: RegistryOutcome): string {
  expect(outcome).toEqual({ kind: 'accepted', uuid: expect.stringMatching(/^[\da-f-]{36}$/) });
  return outcome.kind === 'accepted' ? outcome.uuid : '';
}

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const NUMBERS = { referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 'SFFCB4Y3' };

/**
 * What every driver of the port does.
 * @param driver `files`: it files itself; otherwise it hands over, and has nothing to ask
 */
export function describeRegistry(name: string, driver: { files: boolean; open: () => Promise<OpenRegistry> }): void {
  describe(`registry ${name}`, () => {
    let open: OpenRegistry;
    let kept: StoredExchanges;
    beforeEach(async () => {
      open = await driver.open();
      kept = new StoredExchanges();
    });
    afterEach(() => open.stop());

    it.each(['due_diligence', 'simplified'] as const)('takes over a statement of kind %s', async (kind) => {
      const content = filedContent({ kind, internalReference: 'C-26-0001-1' });
      const outcome = await open.registry.submit(submissionOf(content), kept.keep);
      expect(outcome.kind).toBe(driver.files ? 'accepted' : 'handed_over');
      expect(kept.all).toHaveLength(driver.files ? 1 : 0);
    });

    it('finds what it filed, by identifier and by internal reference, and nothing else', async () => {
      const content = filedContent();
      const outcome = await open.registry.submit(submissionOf(content), kept.keep);
      await open.registry.submit(submissionOf(filedContent({ internalReference: 'another' })), kept.keep);
      const uuid = outcome.kind === 'accepted' ? outcome.uuid : NOBODYS;
      const wanted = driver.files
        ? [expect.objectContaining({ uuid, internalReference: content.internalReference, status: 'SUBMITTED' })]
        : [];
      expect(await open.registry.find('due_diligence', [uuid], kept.keep)).toEqual(wanted);
      const { internalReference } = content;
      expect(await open.registry.findByInternalReference('due_diligence', internalReference, kept.keep)).toEqual(
        wanted,
      );
      expect(await open.registry.find('due_diligence', [NOBODYS], kept.keep)).toEqual([]);
      expect(await open.registry.find('due_diligence', [], kept.keep)).toEqual([]);
      expect(await open.registry.findByInternalReference('simplified', 'C-1', kept.keep)).toEqual([]);
    });

    it('withdraws', async () => {
      const outcome = await open.registry.submit(submissionOf(filedContent()), kept.keep);
      const uuid = outcome.kind === 'accepted' ? outcome.uuid : NOBODYS;
      const withdrawn = await open.registry.withdraw({ kind: 'due_diligence', uuid }, kept.keep);
      expect(withdrawn).toEqual(driver.files ? { kind: 'accepted', uuid } : { kind: 'handed_over' });
    });

    it('says of a number that nobody has that it does not exist, or that it cannot ask', async () => {
      expect(await open.registry.verify(NUMBERS, kept.keep)).toBe(driver.files ? 'non_existent' : null);
    });
  });
}
