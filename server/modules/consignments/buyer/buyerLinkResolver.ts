import {
  Arg,
  createUnionType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { buyerLinkInput } from '../../../domain/consignment/consignmentCalls.ts';
import type { Context } from '../../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../../platform/graphql/failures.ts';
import { parseArguments } from '../../../platform/graphql/parseArguments.ts';
import { DateTime } from '../../../platform/graphql/scalars.ts';
import { ConsignmentType } from '../consignmentTypes.ts';
import type { BuyerLinks } from './buyerLinks.ts';

@ObjectType({ simpleResolvers: true, description: 'A link by which a buyer reads one consignment, without its secret' })
class BuyerLink {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it ends' })
  expiresAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null: not' })
  revokedAt!: Date | null;
}

@ObjectType({ description: 'A new link; its token is shown this once' })
class BuyerLinkCreated {
  @Field(() => String, { description: 'The secret: the page is /buyer/ and it' })
  token!: string;

  @Field(() => BuyerLink, { description: 'As lists show it' })
  link!: BuyerLink;
}

@ObjectType({ description: 'The link opens nothing any more' })
class BuyerLinkRevoked {
  @Field(() => Boolean, { description: 'Always true' })
  revoked!: boolean;
}

const CreateBuyerLinkResult = createUnionType({
  name: 'CreateBuyerLinkResult',
  description: 'What making a link may answer',
  types: () => [BuyerLinkCreated, NotFound] as const,
});
const RevokeBuyerLinkResult = createUnionType({
  name: 'RevokeBuyerLinkResult',
  description: 'What revoking a link may answer',
  types: () => [BuyerLinkRevoked, NotFound] as const,
});

interface Services {
  buyerLinks: BuyerLinks;
  clock: () => Date;
}

/** Links of buyers. */
@Resolver(() => ConsignmentType)
export class BuyerLinkResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => [BuyerLink], { description: "The buyer's links, the newest first, at most 100" })
  links(@Root() { id }: ConsignmentType, @Ctx() { caller }: Context): Promise<BuyerLink[]> {
    return this.#services.buyerLinks.list(caller, id);
  }

  @Mutation(() => CreateBuyerLinkResult, {
    description:
      'Makes a link by which the buyer reads the consignment without an account; its token is shown this once. ' +
      'Example: `mutation ($id: ID!) { createBuyerLink(consignmentId: $id, expiresAt: "2026-12-31T00:00:00Z") { ' +
      '... on BuyerLinkCreated { token } ... on Failure { message } } }`',
  })
  createBuyerLink(
    @Arg('consignmentId', () => ID, { description: 'UUID of the consignment' }) consignmentId: string,
    @Arg('expiresAt', () => DateTime, { description: 'When it ends; at most 366 days from now' }) expiresAt: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof CreateBuyerLinkResult> {
    return orFailure([NotFound], async () => {
      const values = parseArguments(caller, buyerLinkInput(this.#services.clock), { expiresAt });
      const made = await this.#services.buyerLinks.create(caller, consignmentId, values, info);
      return Object.assign(new BuyerLinkCreated(), made);
    });
  }

  @Mutation(() => RevokeBuyerLinkResult, {
    description:
      "Ends a buyer's link for good. " +
      'Example: `mutation ($id: ID!) { revokeBuyerLink(id: $id) { ... on BuyerLinkRevoked { revoked } ... on Failure { message } } }`',
  })
  revokeBuyerLink(
    @Arg('id', () => ID, { description: 'UUID of the link' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RevokeBuyerLinkResult> {
    return orFailure([NotFound], async () => {
      await this.#services.buyerLinks.revoke(caller, id, info);
      return Object.assign(new BuyerLinkRevoked(), { revoked: true });
    });
  }
}
