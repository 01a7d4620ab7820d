import type { Database } from '../../platform/database/database.ts';
import { currentRequest } from '../../platform/database/requestScope.ts';
import { parsePublicLotId } from '../../domain/lot/lotId.ts';
import {
  actionOf,
  momentOf,
  readContent,
  type CommittedField,
  type EventContent,
} from '../../domain/ledger/content.ts';
import { contentTextHash } from '../../domain/proof/hashing.ts';
import type {
  BlockchainView,
  IntegrityView,
  ProvenanceView,
  PublicLotView,
  PublicOriginsView,
  PublicPageView,
  SatelliteCheckView,
  VerificationView,
} from '../../domain/public/publicAnswers.ts';
import { DIFFERENCE } from '../../domain/messages/differenceMessages.ts';
import { INTEGRITY } from '../../domain/messages/integrityMessages.ts';
import { textOf, type Message } from '../../domain/messages/message.ts';
import { forPublic, type Verification } from '../../domain/verification/verification.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Ledger, LedgerEntry, LedgerOrganisation, LotChain } from '../../domain/ledger/ledger.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { compared } from './comparedLots.ts';
import { publicLot } from './publicLot.ts';
import { countryOfLot, reachedStages, satelliteCheckOf } from './publicPage.ts';
import { CachedChecks } from './cachedChecks.ts';
import { readPublicOrigins } from '../transformations/publicOrigins.ts';
import { requireChain, type SeenLot, type SeenLots } from './seenLots.ts';
import type { VerifiedValues } from './verifiedValues.ts';
import type { Audience, Verifications } from './verifications.ts';
import { LOT_MARKERS } from '../lots/lotViews.ts';

/** What a shopper sees of a lot, and how it compares with the ledger. */
export interface VerifiedPublicLot {
  readonly lot: PublicLotView;
  readonly verification: VerificationView;
  /** data of the last conclusive check; null if there was none, or if its evidence was erased */
  readonly satelliteCheck: SatelliteCheckView | null;
  /** where a lot that was made of others comes from; null of an origin lot */
  readonly origins: PublicOriginsView | null;
  /** the events that were verified, without names of people; null while the ledger cannot be reached */
  chain(): ProvenanceView[] | null;
}

/** The same as a page shows it. The same object may be shown many times. */
export interface PublicPage extends Readonly<PublicPageView> {
  readonly lot: PublicLotView;
  readonly verification: VerificationView;
}

const MARKER = `select l.id, l.marker from ${LOT_MARKERS} l`;
const MARKER_OF_LOT_ID = `${MARKER} where l.lot_id = $1`;
const MARKER_OF_ID = `${MARKER} where l.id = $1`;

/** A lot as it stood in the database when it was asked for. */
interface MarkedLot {
  id: string;
  marker: string;
}

/** A lot with the result of its verification. */
interface VerifiedLot {
  seen: SeenLot;
  verification: VerificationView;
}

/** A lot's record on the ledger, shown and compared with the database. Null: there is no visible lot. */
export class ProvenanceService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #lots: AuthorizedLots;
  readonly #sampleData: boolean;
  readonly #clock: () => Date;
  readonly #verifications: Verifications;
  readonly #pages = new CachedChecks<PublicPage>();
  readonly #seen: SeenLots;
  readonly #compared = new WeakMap<SeenLot, Verification>();
  readonly #views = new WeakMap<SeenLot, ProvenanceView[]>();

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    lots: AuthorizedLots;
    sampleData: boolean;
    seen: SeenLots;
    verifications: Verifications;
    /** Clock used to expire cached ledger checks */
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#lots = parts.lots;
    this.#sampleData = parts.sampleData;
    this.#seen = parts.seen;
    this.#verifications = parts.verifications;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * The organizations whose signatures a proof needs: the holders of the ledger, and the orderer of its blocks if there
   * is one.
   */
  async organisations(): Promise<LedgerOrganisation[]> {
    const ordering = await this.#ledger.ordering();
    return [...(await this.#ledger.organisations()), ...(ordering === null ? [] : [ordering])];
  }

  async blockchain(caller: Caller, idOrLotId: string): Promise<BlockchainView | null> {
    const verified = await this.#forStaff(caller, idOrLotId);
    return verified === null ? null : blockchainOf(verified);
  }

  /** @throws LedgerAway when the ledger cannot be reached */
  async chain(caller: Caller, idOrLotId: string): Promise<ProvenanceView[] | null> {
    const verified = await this.#forStaff(caller, idOrLotId);
    if (verified === null) return null;
    return this.#viewsOf(verified.seen);
  }

  /** Chains of many lots by UUID; lots that the ledger does not know are empty. The caller has checked who may see them. */
  async chainsOf(ids: readonly string[]): Promise<Map<string, ProvenanceView[]>> {
    return this.#verifications.run('staff', null, async () => {
      const seen = await this.#seen.read(ids);
      return new Map([...seen].map(([id, lot]) => [id, this.#viewsOf(lot)]));
    });
  }

  async verify(caller: Caller, idOrLotId: string): Promise<IntegrityView | null> {
    const verified = await this.#forStaff(caller, idOrLotId);
    return verified === null ? null : integrityOf(verified.verification, verified.seen.chain);
  }

  /** What a shopper sees of a lot, and how it compares with the ledger. */
  async publicLot(lotId: string): Promise<VerifiedPublicLot | null> {
    const marked = await this.#publicLot(lotId);
    const verified = marked && (await this.#verify('public', marked));
    if (verified === null) return null;
    const { seen, verification } = verified;
    return {
      lot: publicLot(seen, this.#sampleData),
      verification: forPublic(verification),
      satelliteCheck: satelliteCheckOf(seen.dossier),
      origins: await this.#originsOf(seen),
      chain: () => (seen.chain === null ? null : this.#publicViewsOf(seen)),
    };
  }

  /**
   * The same for the page that shoppers open: a check of this very row that is younger than 30 s is shown again, with the
   * time of that check. What was changed in the ledger or beside the row shows after 30 s at the latest; a changed row
   * shows at once (docs/decisions/0009).
   */
  async publicPage(lotId: string): Promise<PublicPage | null> {
    const marked = await this.#publicLot(lotId);
    if (marked === null) return null;
    const now = this.#clock().getTime();
    const known = this.#pages.find(marked.id, marked.marker, now);
    if (known !== null) return known;
    const verified = await this.#verify('public', marked);
    if (verified === null) return null;
    const { seen, verification } = verified;
    const lot = publicLot(seen, this.#sampleData);
    const page = {
      lot,
      verification: forPublic(verification),
      sampleSatelliteData: this.#sampleData,
      country: await countryOfLot(lot),
      journey: seen.chain === null ? null : reachedStages(this.#publicViewsOf(seen)),
      satelliteCheck: satelliteCheckOf(seen.dossier),
      origins: await this.#originsOf(seen),
    };
    // A ledger that could not be reached is asked again the next time.
    if (page.verification.state !== 'unavailable') this.#pages.keep(marked.id, marked.marker, page, now);
    return page;
  }

  /**
   * Checks a lot again the next time that its page is opened: called for each event of topic 'lot'. Unchanged parts of
   * it are recognized by their digest; erased values are not cached here either.
   * @param kind of the event
   */
  forget(lotUuid: string, kind: string): void {
    this.#pages.forget(lotUuid);
    if (kind === 'erased' || kind === 'deleted') this.#seen.forget(lotUuid);
  }

  async publicBlockchain(lotId: string): Promise<BlockchainView | null> {
    const verified = await this.#forShoppers(lotId);
    if (verified === null) return null;
    const view = blockchainOf(verified);
    return { ...view, verification: forPublic(view.verification) };
  }

  /** @throws LedgerAway when the ledger cannot be reached */
  async publicChain(lotId: string): Promise<ProvenanceView[] | null> {
    const verified = await this.#forShoppers(lotId);
    return verified === null ? null : this.#publicViewsOf(verified.seen);
  }

  async publicVerify(lotId: string): Promise<IntegrityView | null> {
    const verified = await this.#forShoppers(lotId);
    return verified === null ? null : integrityOf(forPublic(verified.verification), verified.seen.chain);
  }

  async #originsOf({ dossier: { row } }: SeenLot): Promise<PublicOriginsView | null> {
    return row.kind === 'derived' ? readPublicOrigins(this.#database, row) : null;
  }

  async #publicLot(lotId: string): Promise<MarkedLot | null> {
    // Shoppers address lots only by the number on the package.
    const parsed = parsePublicLotId(lotId);
    return 'fault' in parsed ? null : this.#database.shared.row<MarkedLot>(MARKER_OF_LOT_ID, [parsed.lotId]);
  }

  async #forShoppers(lotId: string): Promise<VerifiedLot | null> {
    const marked = await this.#publicLot(lotId);
    return marked === null ? null : this.#verify('public', marked);
  }

  async #forStaff(caller: Caller, idOrLotId: string): Promise<VerifiedLot | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    const marked = lot && (await this.#database.row<MarkedLot>(MARKER_OF_ID, [lot.id]));
    return marked === null ? null : this.#verify('staff', marked);
  }

  /** Verifies a lot in its turn, once for all who ask for it in this state meanwhile. Null: it is gone by then. */
  async #verify(audience: Audience, { id, marker }: MarkedLot): Promise<VerifiedLot | null> {
    return this.#verifications.run(audience, `${id} ${marker}`, async () => {
      const seen = await this.#seen.readOne(id);
      if (seen === null) return null;
      const verification = {
        ...(await this.#comparisonOf(seen)),
        lastVerified: this.#clock().toISOString(),
        blockchainTimestamp: seen.chain?.entries.at(-1)?.blockTime.toISOString() ?? null,
      };
      return { seen, verification };
    });
  }

  /** The result of comparing a lot, shared for the same lot. */
  async #comparisonOf(seen: SeenLot): Promise<Verification> {
    const known = this.#compared.get(seen) ?? (await compared(seen.dossier, seen.chain));
    this.#compared.set(seen, known);
    return known;
  }

  /** The lot's events for staff. @throws LedgerAway */
  #viewsOf(seen: SeenLot): ProvenanceView[] {
    const known =
      this.#views.get(seen) ?? requireChain(seen).entries.map((entry) => provenanceView(entry, seen.values));
    this.#views.set(seen, known);
    currentRequest()?.work.show(known.length);
    return known;
  }

  /** The same without names of people; for an anonymized lot without their notes. @throws LedgerAway */
  #publicViewsOf(seen: SeenLot): ProvenanceView[] {
    const hidden = seen.dossier.row.isAnonymized;
    return this.#viewsOf(seen).map((view) => ({
      ...view,
      user: null,
      location: hidden ? null : view.location,
      details: hidden ? null : view.details,
    }));
  }

  /**
   * Whether a lot's record does not differ from the ledger, so that something may start from it. One that cannot be asked now
   * is taken at its seals.
   */
  async matchesLedger(lotUuid: string): Promise<boolean> {
    const marked = await this.#database.row<MarkedLot>(MARKER_OF_ID, [lotUuid]);
    const verified = marked && (await this.#verify('staff', marked));
    return verified?.verification.state !== 'differs';
  }

  /** Those of many lots of which `matchesLedger` does not hold, read and compared together. */
  async findTampered(lotUuids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#verifications.run('staff', null, async () => {
      const tampered = new Set<string>();
      for (const [id, seen] of await this.#seen.read(lotUuids)) {
        await pause();
        if ((await this.#comparisonOf(seen)).state === 'differs') tampered.add(id);
      }
      return tampered;
    });
  }
}

function blockchainOf({ verification, seen }: VerifiedLot): BlockchainView {
  const newest = seen.chain?.entries.at(-1);
  return {
    verification,
    provenance:
      newest === undefined
        ? null
        : {
            blockNumber: newest.blockNumber,
            transactionId: newest.transactionId,
            chaincode: newest.chaincode,
            endorsers: newest.endorsers,
          },
  };
}

function provenanceView(entry: LedgerEntry, values: VerifiedValues): ProvenanceView {
  const content = readContent(entry.content);
  const kept = (field: CommittedField): string | null => values.text(entry.eventId, field);
  return {
    id: entry.eventId,
    action: actionOf(content),
    stage: content?.set.stage ?? null,
    transactionId: entry.transactionId,
    timestamp: content === null ? entry.blockTime.toISOString() : momentOf(content),
    user: kept('userName'),
    blockNumber: entry.blockNumber,
    sequenceNumber: entry.seq,
    location: kept('location'),
    details: detailsOf(content, kept('processDetails')),
    consensusValidated: entry.blockValid,
    verified: entry.transactionValid && !values.faulty(entry.seq),
    cryptographicSignature: entry.endorsers[0]?.signature ?? '',
    endorsers: entry.endorsers,
  };
}

/** An event in one line: the notes of a stage, or the conclusion of a check. */
function detailsOf(content: EventContent | null, processDetails: string | null): string | null {
  if (processDetails !== null) return processDetails;
  return content?.type === 'satellite' || content?.type === 'reviewed'
    ? (content.set.deforestationStatus ?? null)
    : null;
}

async function integrityOf(verification: VerificationView, chain: LotChain | null): Promise<IntegrityView> {
  const newest = chain?.entries.at(-1);
  const consensus = chain === null || newest === undefined ? null : chain.entries.every((entry) => entry.blockValid);
  const content = readContent(newest?.content ?? null);
  const said = integrityMessages(verification, chain);
  return {
    isValid: verification.dataMatches && consensus === true,
    verified: verification.state === 'verified',
    state: verification.state,
    message: textOf(said) ?? '',
    said,
    blockchainHash: newest?.transactionId ?? null,
    blockchainTimestamp: verification.blockchainTimestamp,
    networkConsensus: consensus,
    lastVerified: verification.lastVerified,
    discrepancies: verification.discrepancies,
    proof: {
      blockchainVerified:
        chain === null || newest === undefined ? null : chain.entries.every((entry) => entry.transactionValid),
      networkConsensus: consensus,
      cryptographicHash: newest === undefined || newest.content === null ? null : await contentTextHash(newest.content),
      timestampProof: content === null ? null : momentOf(content),
    },
  };
}

/** What a check came to, sentence by sentence. */
function integrityMessages(verification: VerificationView, chain: LotChain | null): Message[] {
  const { state, discrepancies } = verification;
  switch (state) {
    case 'verified':
      return verification.fields.some((field) => field.state === 'erased')
        ? [INTEGRITY.verifiedErased({})]
        : [INTEGRITY.verified({})];
    case 'pending':
      return chain !== null && chain.entries.length > 0 ? [INTEGRITY.pending({})] : [INTEGRITY.notRecorded({})];
    case 'unavailable':
      return [INTEGRITY.unavailable({})];
    case 'differs': {
      const blocks = chain?.brokenBlocks ?? [];
      const fields = discrepancies.filter(({ said }) => said.code !== DIFFERENCE.block.code).map(({ field }) => field);
      return [
        INTEGRITY.notVerified({}),
        ...(blocks.length > 0 ? [INTEGRITY.blocks({ blocks })] : []),
        ...(fields.length > 0 ? [INTEGRITY.fields({ fields })] : []),
      ];
    }
  }
}
