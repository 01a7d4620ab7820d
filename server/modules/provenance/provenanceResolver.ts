import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { nullWhileAway } from '../../domain/ledger/ledger.ts';
import { requireUser } from '../../platform/access/caller.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { BatchedField } from '../../platform/graphql/loaders.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import type { Verification as Verified } from '../../domain/verification/verification.ts';
import {
  DiscrepancyType,
  IntegrityCheckType,
  LotBlockchain,
  ProvenanceEntryType,
  PublicOriginsType,
  PublicSatelliteCheck,
  VerificationType,
  VerifyIntegrityResult,
} from './provenanceTypes.ts';
import { LotType, PublicLotType } from '../lots/lotFieldTypes.ts';
import type { ProvenanceView, PublicLotView } from '../../domain/public/publicAnswers.ts';
import { countryOfLot } from './publicPage.ts';
import { publicLotId } from './publicLotId.ts';
import type { VerifiedPublicLot } from './provenanceService.ts';
import type { ProvenanceService } from './provenanceService.ts';

interface Services {
  provenance: ProvenanceService;
}

/** What the ledger adds to a lot. */
@Resolver(() => LotType)
export class LotProvenanceResolver {
  /** null while the ledger cannot be reached, so that the lots themselves are still shown */
  readonly #chains: BatchedField<ProvenanceView[] | null>;

  constructor({ provenance }: Services) {
    this.#chains = new BatchedField(async (ids, caller) => {
      requireUser(caller);
      const chains = await nullWhileAway(() => provenance.chainsOf(ids));
      return ids.map((id) => (chains === null ? null : (chains.get(id) ?? [])));
    });
  }

  @FieldResolver(() => [ProvenanceEntryType], {
    nullable: true,
    description: "The lot's events as the ledger holds them, oldest first; null while the ledger cannot be reached",
  })
  provenance(@Root() lot: LotType, @Ctx() { loaders }: Context): Promise<ProvenanceEntryType[] | null> {
    return this.#chains.load(loaders, lot.id);
  }
}

@Resolver()
export class ProvenanceResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotBlockchain, {
    nullable: true,
    description:
      'The lot against its ledger events, field by field; null when it is not in sight. ' +
      'Example: `{ lotBlockchain(id: "LOT701") { verification { state } } }`',
  })
  lotBlockchain(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<LotBlockchain | null> {
    return this.#services.provenance.blockchain(caller, id);
  }

  @Query(() => [ProvenanceEntryType], {
    nullable: true,
    description:
      "The lot's events as the ledger holds them, oldest first; null when it is not in sight. " +
      'Example: `{ provenanceChain(id: "LOT701") { action timestamp verified } }`',
  })
  provenanceChain(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<ProvenanceEntryType[] | null> {
    return this.#services.provenance.chain(caller, id);
  }

  @Query(() => PublicLotType, {
    nullable: true,
    description:
      'What anyone may see of a lot, without login; null when there is no such lot. ' +
      'Example: `{ publicLot(lotId: "LOT701") { weight verification { state } } }`',
  })
  async publicLot(
    @Arg('lotId', () => String, { description: 'The number on the package, e.g. LOT701' }) lotId: string,
  ): Promise<object | null> {
    const found = await this.#services.provenance.publicLot(publicLotId(lotId));
    if (found === null) return null;
    const { lot, verification, satelliteCheck, origins, chain } = found;
    return { ...lot, verification, satelliteCheck, origins, chain };
  }

  @Mutation(() => VerifyIntegrityResult, {
    description:
      'Checks a lot now: hashes, signatures and fields. Without login, by lotId and without names of people. ' +
      'Example: `mutation { verifyIntegrity(id: "LOT701") { ... on IntegrityCheck { state message } ... on ' +
      'Failure { message } } }`',
  })
  verifyIntegrity(
    @Arg('id', () => ID, { description: 'UUID or lotId; without login the lotId' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<typeof VerifyIntegrityResult> {
    return orFailure([NotFound], async () => {
      const check =
        caller.kind === 'anonymous'
          ? await this.#services.provenance.publicVerify(publicLotId(id))
          : await this.#services.provenance.verify(caller, id);
      if (check === null) throw notFound('Lot');
      return Object.assign(new IntegrityCheckType(), check);
    });
  }
}

@Resolver(() => PublicLotType)
export class PublicLotResolver {
  @FieldResolver(() => VerificationType, { description: 'How it stands against the ledger' })
  verification(@Root() lot: PublicLotType & { verification: VerificationType }): VerificationType {
    return lot.verification;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'ISO 3166-1 alpha-2, of the rounded place; null on the high seas, and without a place',
  })
  country(@Root() lot: PublicLotView): Promise<string | null> {
    return countryOfLot(lot);
  }

  @FieldResolver(() => PublicSatelliteCheck, {
    nullable: true,
    description: 'What the last conclusive check read; null where there was none, and once its evidence was erased',
  })
  satelliteCheck(@Root() lot: Pick<VerifiedPublicLot, 'satelliteCheck'>): PublicSatelliteCheck | null {
    return lot.satelliteCheck;
  }

  @FieldResolver(() => PublicOriginsType, {
    nullable: true,
    description: 'Where a lot that was made of others comes from; null of an origin lot',
  })
  origins(@Root() lot: Pick<VerifiedPublicLot, 'origins'>): PublicOriginsType | null {
    return lot.origins;
  }

  @FieldResolver(() => [ProvenanceEntryType], {
    nullable: true,
    description: 'Oldest first, without names of people; null while the ledger cannot be reached',
  })
  provenanceChain(@Root() lot: Pick<VerifiedPublicLot, 'chain'>): ProvenanceEntryType[] | null {
    return lot.chain();
  }
}

type DiscrepancyView = Verified['discrepancies'][number];

@Resolver(() => DiscrepancyType)
export class DiscrepancyResolver {
  @FieldResolver(() => String, { nullable: true, description: 'What the database says' })
  databaseValue(@Root() { databaseValue }: DiscrepancyView): string | null {
    return textOf(databaseValue);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What the ledger events say; null for personal fields, of which the ledger has commitments alone',
  })
  blockchainValue(@Root() { blockchainValue }: DiscrepancyView): string | null {
    return textOf(blockchainValue);
  }
}

function textOf(value: DiscrepancyView['databaseValue']): string | null {
  if (value === null) return null;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
