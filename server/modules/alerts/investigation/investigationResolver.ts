import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../../platform/graphql/failures.ts';
import { CalendarDate } from '../../../platform/graphql/scalars.ts';
import { AlertAssignee, AlertInvestigation, InvestigationResult, InvestigationUpdated } from './investigationTypes.ts';
import type { InvestigationView } from './investigationAnswers.ts';
import type { InvestigationService } from './investigationService.ts';
import type { AlertFileService } from '../files/alertFileService.ts';
import { parseArguments } from '../../../platform/graphql/parseArguments.ts';
import { assignment, newComment } from '../alertInput.ts';

interface Services {
  alertFiles: AlertFileService;
  investigations: InvestigationService;
}

/** What people do about one alert. */
@Resolver()
export class InvestigationResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => AlertInvestigation, {
    description:
      'Who is to look into an alert until when, and what was written about it. ' +
      'Example: `query ($id: ID!) { alertInvestigation(id: $id) { assignee dueOn comments { author text } } }`',
  })
  alertInvestigation(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
  ): Promise<AlertInvestigation> {
    return this.#services.investigations.read(caller, id);
  }

  @Query(() => [AlertAssignee], {
    description:
      'The accounts that may be asked to look into an alert, by name; never for partner keys. ' +
      'Example: `query ($id: ID!) { alertAssignees(id: $id) { id name role } }`',
  })
  alertAssignees(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
  ): Promise<AlertAssignee[]> {
    return this.#services.investigations.assignees(caller, id);
  }

  @Mutation(() => InvestigationResult, {
    description:
      'Writes a comment on an alert; nobody changes one later. ' +
      'Example: `mutation ($id: ID!) { commentOnAlert(id: $id, text: "Seen on the spot") { ... on ' +
      'InvestigationUpdated { investigation { comments { text } } } ... on Failure { message } } }`',
  })
  commentOnAlert(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
    @Arg('text', () => String, { description: '1 to 2,000 characters' }) text: string,
  ): Promise<typeof InvestigationResult> {
    return updated(() => {
      const comment = parseArguments(caller, newComment, { text });
      return this.#services.investigations.comment(caller, id, comment, info);
    });
  }

  @Mutation(() => InvestigationResult, {
    description:
      'Removes a file of an alert for good: whoever added it may, and every admin. ' +
      'Example: `mutation ($id: ID!, $fileId: ID!) { removeAlertFile(id: $id, fileId: $fileId) { ... on ' +
      'InvestigationUpdated { investigation { files { name } } } ... on Failure { message } } }`',
  })
  removeAlertFile(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
    @Arg('fileId', () => ID, { description: 'UUID of the file' }) fileId: string,
  ): Promise<typeof InvestigationResult> {
    return updated(() => this.#services.alertFiles.remove(caller, id, fileId, info));
  }

  @Mutation(() => InvestigationResult, {
    description:
      'Says who is to look into an open alert, and until when; null for both takes it back. ' +
      'Example: `mutation ($id: ID!, $who: ID) { assignAlert(id: $id, assigneeId: $who, dueOn: "2026-12-01") { ... on ' +
      'InvestigationUpdated { investigation { assignee } } ... on Failure { message } } }`',
  })
  assignAlert(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
    @Arg('assigneeId', () => ID, { nullable: true, description: 'An account of `alertAssignees`; null: nobody' })
    assigneeId: string | null,
    @Arg('dueOn', () => CalendarDate, { nullable: true, description: 'The last day for it; null: without one' })
    dueOn: string | null,
  ): Promise<typeof InvestigationResult> {
    return updated(() => {
      const input = { assigneeId: assigneeId ?? null, dueOn: dueOn ?? null };
      return this.#services.investigations.assign(caller, id, parseArguments(caller, assignment, input), info);
    });
  }
}

function updated(work: () => Promise<InvestigationView>): Promise<typeof InvestigationResult> {
  return orFailure([NotFound], async () => Object.assign(new InvestigationUpdated(), { investigation: await work() }));
}
