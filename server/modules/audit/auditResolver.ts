import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { AUDIT_LINES, auditListing } from './auditInput.ts';
import { AuditFilter, AuditPageType } from './auditTypes.ts';
import type { AuditLog } from './auditLog.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';

interface Services {
  auditLog: AuditLog;
}

/** The audit table, for those who hold view_audit. */
@Resolver()
export class AuditResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => AuditPageType, {
    description:
      'What was done with this program, newest first, each line checked against its seal and the chain; takes view_audit, and ' +
      'is not for partner keys. Example: `{ auditLog(filter: { action: "key.revoked" }) { lines { verdict told { at action } } ' +
      'next } }`',
  })
  async auditLog(
    @Ctx() { caller }: Context,
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'All lines without it' })
    filter: AuditFilter | null | undefined,
    @Arg('before', () => String, {
      nullable: true,
      description: '`next` of the page before; the newest lines without it',
    })
    before: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: AUDIT_LINES, description: '1 to 100' }) limit: number,
  ): Promise<AuditPageType> {
    const { actor, action, subject, from, to } = filter ?? {};
    const asked = parseArguments(caller, auditListing, {
      actor: actor ?? undefined,
      action: action ?? undefined,
      subject: subject ?? undefined,
      from: from ?? undefined,
      to: to ?? undefined,
      before: before ?? undefined,
      limit,
    });
    return this.#services.auditLog.list(caller, asked);
  }
}
