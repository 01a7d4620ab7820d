import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { DIFFERENCE } from '../../../../server/domain/messages/differenceMessages.ts';
import { INTEGRITY } from '../../../../server/domain/messages/integrityMessages.ts';
import { DesignProvider } from '../../../design/DesignProvider.tsx';
import type {
  AuditTrailEntryFragment,
  ChainEntryFragment,
  EndorserNameFragment,
  IntegrityFindingFragment,
  LedgerSummaryFragment,
} from '../../../graphql/generated.ts';
import { WordsProvider } from '../../../words/words.tsx';
import type { QueryState } from '../useAnswer.ts';
import { AuditTrailList } from './AuditTrailList.tsx';
import { Listed, LotRecord, type LotLedger } from './BlockchainView.tsx';
import { ChainCards } from './ChainCards.tsx';
import { Overview } from './Overview.tsx';
import { VerificationPanel } from './VerificationPanel.tsx';

const HASH = 'ab'.repeat(32);

function answered<Data>(data: Data | undefined, error: string | null = null): QueryState<Data> {
  return { data, error, busy: false, retry: () => undefined };
}

function textOf(element: React.ReactNode): string {
  const html = renderToString(
    <MemoryRouter>
      <WordsProvider timeZone="UTC">
        <DesignProvider>{element}</DesignProvider>
      </WordsProvider>
    </MemoryRouter>,
  );
  return html
    .replaceAll(/<style[\s\S]*?<\/style>|<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const endorsers = (...names: string[]): EndorserNameFragment[] =>
  names.map((organisation) => ({
    mspId: `${organisation}MSP`,
    organisation,
    certificateFingerprint: HASH,
    signature: HASH,
  }));

const entry = (changes: Partial<ChainEntryFragment> = {}): ChainEntryFragment => ({
  id: '1',
  action: 'stage',
  stage: 'drying',
  transactionId: HASH,
  timestamp: '2026-03-14T08:30:00.000Z',
  user: 'Maria Kaupa',
  blockNumber: 7,
  sequenceNumber: 2,
  location: null,
  details: null,
  consensusValidated: true,
  verified: true,
  cryptographicSignature: HASH,
  endorsers: endorsers('Manam Cooperative', 'Manam Assurance'),
  ...changes,
});

const verification = (
  changes: Partial<LedgerSummaryFragment['verification']> = {},
): LedgerSummaryFragment['verification'] => ({
  state: 'verified',
  dataMatches: true,
  matchPercentage: 100,
  lastVerified: '2026-03-14T08:30:00.000Z',
  blockchainTimestamp: null,
  fields: [{ field: 'weight', state: 'match' }],
  discrepancies: [],
  ...changes,
});

const finding = (changes: Partial<IntegrityFindingFragment> = {}): IntegrityFindingFragment => ({
  isValid: true,
  verified: true,
  state: 'verified',
  said: [{ ...INTEGRITY.verified({}) }],
  blockchainHash: HASH,
  blockchainTimestamp: null,
  networkConsensus: null,
  lastVerified: '2026-03-14T08:30:00.000Z',
  discrepancies: [],
  proof: {
    blockchainVerified: true,
    networkConsensus: null,
    cryptographicHash: HASH,
    timestampProof: null,
  },
  ...changes,
});

const summary = (changes: Partial<LedgerSummaryFragment['verification']> = {}): LedgerSummaryFragment => ({
  verification: verification(changes),
  provenance: {
    blockNumber: 7,
    transactionId: HASH,
    chaincode: 'manam-trace',
    endorsers: endorsers('Manam Cooperative', 'Manam Assurance'),
  },
});

const parts = (ledger: LotLedger['ledger'], other: QueryState<never> = answered<never>(undefined)): LotLedger => ({
  ledger,
  chain: other,
  audit: other,
});

const record = (of: LotLedger) => textOf(<LotRecord lotId="LOT701" parts={of} onClose={() => undefined} />);

describe('a record that could not be loaded', () => {
  it('shows the reason, Try Again and Close', () => {
    const failed = answered<never>(undefined, 'Failed to load blockchain data');
    const text = record(parts(failed, failed));
    expect(text).toContain('Failed to Load Blockchain Data');
    expect(text).toContain('Failed to load blockchain data');
    expect(text).toContain('Try Again');
    expect(text).toContain('Close');
  });
});

describe('lists of the record', () => {
  const list = (data: unknown) =>
    textOf(
      <Listed
        of={answered({})}
        list={data as readonly number[]}
        empty={{ title: 'No provenance data available', hint: '' }}
      >
        {(entries) => `there are ${entries.length}`}
      </Listed>,
    );

  it('distinguish invalid lists from empty ones', () => {
    expect(list({ not: 'a list' })).toContain('Data format error - expected array');
    expect(list(null)).toContain('Data format error - expected array');
    expect(list([])).toContain('No provenance data available');
    expect(list([1, 2])).toContain('there are 2');
  });
});

describe('the overview', () => {
  const overview = (changes: Partial<LedgerSummaryFragment['verification']>) =>
    textOf(
      <Overview
        ledger={answered({ ledgerDriver: 'embedded', lotBlockchain: summary(changes) })}
        events={3}
        onVerify={() => undefined}
        onDetail={() => undefined}
      />,
    );

  it('shows the state of the lot, what the ledger proves, and the newest event', () => {
    const text = overview({ matchPercentage: 94.12 });
    expect(text).toContain('Verified: the lot matches its ledger record');
    expect(text).toContain('94.1% Fields that match');
    expect(text).toContain('It does not prove that what was written was true.');
    expect(text).toContain('3 events recorded');
    expect(text).toContain(`${HASH.slice(0, 20)}… `);
    expect(text).toContain('Manam Cooperative, Manam Assurance');
  });

  it('offers another check beside a result, and the first one without a result', () => {
    expect(overview({})).toContain('Verify again');
    const without = overview({ state: 'unavailable', fields: [] });
    expect(without).toContain('Verify now');
    expect(without).not.toContain('Verify again');
  });

  it('shows no percentage if nothing could be compared', () => {
    const text = overview({ state: 'unavailable', matchPercentage: 0, fields: [] });
    expect(text).toContain('— Nothing to compare');
    expect(text).toContain('Not checked: the ledger could not be read');
  });
});

describe('the chain', () => {
  const chain = (changes: Partial<ChainEntryFragment>) => textOf(<ChainCards entries={[entry(changes)]} />);

  it('shows previews of 20 and 16 characters, and three organisation names with a count of the others', () => {
    const text = chain({ endorsers: endorsers('One', 'Two', 'Three', 'Four', 'Five') });
    expect(text).toContain(`${HASH.slice(0, 20)}… `);
    expect(text).toContain(`${HASH.slice(0, 16)}… `);
    expect(text).toContain('One, Two, Three +2 more');
    expect(text).toContain('Stage changed to Drying');
  });

  it.each([
    [{}, 'Verified', 'Invalid'],
    [{ consensusValidated: false }, 'Pending', 'Verified'],
    [{ verified: false }, 'Invalid', 'Verified'],
  ])('%o: %s', (changes, shown, hidden) => {
    const text = chain(changes);
    expect(text).toContain(shown);
    expect(text).not.toContain(hidden);
  });

  it('shows only the day of an alert action', () => {
    const text = chain({ action: 'alert resolved', stage: null, timestamp: '2026-03-14T00:00:00.000Z' });
    expect(text).toContain('Mar 14, 2026 by');
    expect(text).not.toContain('12:00 AM');
  });
});

describe('the audit trail', () => {
  const audit = (changes: Partial<AuditTrailEntryFragment>) =>
    textOf(
      <AuditTrailList
        entries={[
          {
            action: 'edited',
            stage: null,
            timestamp: '2026-03-14T08:30:00.000Z',
            blockNumber: 7,
            user: 'Maria Kaupa',
            blockchainVerified: true,
            details: null,
            transactionId: HASH,
            digitalSignature: HASH,
            endorsers: endorsers('Manam Cooperative'),
            ...changes,
          },
        ]}
      />,
    );

  it('names the new stage of a lot once', () => {
    expect(audit({ action: 'stage', stage: 'drying', details: 'On racks' })).toMatch(
      /^ *Stage changed to Drying .*On racks/,
    );
    expect(audit({ action: 'stage', stage: 'drying', details: 'drying' })).not.toContain('drying');
  });

  it('distinguishes pending from invalid entries', () => {
    expect(audit({})).toContain('Verified');
    const waiting = audit({ transactionId: null, blockNumber: null, blockchainVerified: false, endorsers: [] });
    expect(waiting).toContain('Pending');
    expect(waiting).not.toContain('Invalid');
    expect(audit({ blockchainVerified: false })).toContain('Invalid');
  });
});

describe('the verification', () => {
  const verifying = (
    changes: Partial<Parameters<typeof VerificationPanel>[0]['verify']>,
    of = verification(),
    driver: string | null = 'embedded',
  ) =>
    textOf(
      <VerificationPanel
        verification={of}
        driver={driver}
        verify={{ run: () => undefined, busy: false, finding: null, error: null, ...changes }}
      />,
    );

  it('shows that nothing was checked yet, then the result of a check with missing parts as not checked', () => {
    expect(verifying({})).toContain('Not verified yet.');
    const text = verifying({ finding: finding() });
    expect(text).toContain('Every field matches the ledger, and all its hashes and signatures are valid.');
    expect(text).toContain('Contents and endorsements: valid');
    expect(text).toContain('Hashes and signatures: not checked');
  });

  it.each([
    ['embedded', 'One operator runs this ledger'],
    ['fabric', 'Several organizations run this ledger on a Hyperledger Fabric network'],
    [null, null],
  ])('names its trust basis: %s', (driver, sentence) => {
    const text = verifying({}, verification(), driver);
    if (sentence === null) expect(text).not.toMatch(/this ledger/);
    else expect(text).toContain(sentence);
  });

  it('shows the reason of a failure', () => {
    expect(verifying({ error: 'Network error' })).toContain('Failed to verify integrity Network error');
  });

  it('lists each field with its result, differences first with both values and their severity', () => {
    const state = (field: string, of: 'match' | 'differs' | 'pending' | 'erased') => ({ field, state: of }) as const;
    const text = verifying(
      {},
      verification({
        state: 'differs',
        fields: [
          state('lotId', 'match'),
          state('farmerName', 'erased'),
          state('weight', 'differs'),
          state('temperature', 'pending'),
        ],
        discrepancies: [
          {
            field: 'weight',
            databaseValue: '48.5',
            blockchainValue: '50',
            severity: 'HIGH',
            said: { ...DIFFERENCE.value({ field: 'weight' }) },
          },
          {
            field: 'block 12',
            databaseValue: null,
            blockchainValue: null,
            severity: 'HIGH',
            said: { ...DIFFERENCE.block({ block: 12 }) },
          },
        ],
      }),
    );
    expect(text).toContain('1 match, 1 differ, 1 pending, 1 erased');
    expect(text).toMatch(
      /block 12 Differs Severity: High Block 12 has an invalid hash or signature\. weight Differs Severity: High .* In the database: 48\.5 kg On the ledger: 50 kg temperature Pending farmer Erased lot number Matches/,
    );
  });
});
