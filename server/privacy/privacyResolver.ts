import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { LastAdmin, orFailure } from '../graphql/failures.ts';
import { DataErased, EraseMyDataResult } from './privacyTypes.ts';

/** A person's own data. */
@Resolver()
export class PrivacyResolver {
  @Mutation(() => EraseMyDataResult, {
    description:
      "Erases the caller's account, names and words, at once and for good. For people, not for partner keys. " +
      'Example: `mutation { eraseMyData { ... on DataErased { receipt { id at fields } } ... on Failure { ' +
      'message } } }`',
  })
  eraseMyData(@Ctx() { caller, info, services }: Context): Promise<typeof EraseMyDataResult> {
    return orFailure([LastAdmin], async () =>
      Object.assign(new DataErased(), { erased: true, receipt: await services.erasure.eraseOwn(caller, info) }),
    );
  }
}
