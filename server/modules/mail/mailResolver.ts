import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { AlertMailType, AlertMailInput } from './mailTypes.ts';
import type { MailService } from './mailService.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { alertMailInput, mailCodeInput } from '../../domain/alert/alertMailInput.ts';

interface Services {
  mail: MailService;
}

/** Alerts by mail: each person's own. */
@Resolver()
export class MailResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => AlertMailType, {
    description:
      'Whether and where alerts are mailed to oneself; not for partner keys. ' +
      'Example: `{ myAlertMail { offered setting { address confirmedAt } letters { state lastFault } } }`',
  })
  myAlertMail(@Ctx() { caller }: Context): Promise<AlertMailType> {
    return this.#services.mail.read(caller);
  }

  @Mutation(() => AlertMailType, {
    description:
      'Has alerts in sight mailed to oneself. An address that is not confirmed is sent a code, five times a day at most, and no alerts before ' +
      'it was given; the same again sends another one. ' +
      'Example: `mutation { setMyAlertMail(input: { address: "grace@farm.example", language: tpi, pace: daily }) { setting { confirmedAt } } }`',
  })
  async setMyAlertMail(
    @Arg('input', () => AlertMailInput, { description: 'Where, in what language and how soon' }) input: AlertMailInput,
    @Ctx() { caller, info }: Context,
  ): Promise<AlertMailType> {
    return this.#services.mail.set(caller, parseArguments(caller, alertMailInput, { ...input }), info);
  }

  @Mutation(() => AlertMailType, {
    description:
      'Takes the code that was mailed: from now on alerts are. It holds for 60 minutes, and ten may be tried. ' +
      'Example: `mutation { confirmMyAlertMail(code: "01234567") { setting { confirmedAt } } }`',
  })
  async confirmMyAlertMail(
    @Arg('code', () => String, { description: '8 digits' }) code: string,
    @Ctx() { caller, info }: Context,
  ): Promise<AlertMailType> {
    return this.#services.mail.confirm(caller, parseArguments(caller, mailCodeInput, { code }), info);
  }

  @Mutation(() => AlertMailType, {
    description:
      'Has no more alerts mailed to oneself; the address is kept no longer. Example: `mutation { stopMyAlertMail { setting { address } } }`',
  })
  stopMyAlertMail(@Ctx() { caller, info }: Context): Promise<AlertMailType> {
    return this.#services.mail.stop(caller, info);
  }
}
