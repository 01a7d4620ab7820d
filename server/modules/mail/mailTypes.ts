import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { MailLanguage, MailPace } from '../../domain/alert/alertMailInput.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { LetterState } from './alertEmails.ts';
import type { LetterFault } from './mailDelivery.ts';
import { ENGLISH_NAMES } from '../../domain/public/publicPages.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const MailLanguageEnum = enumOf<MailLanguage>('MailLanguage', 'Languages of alerts by mail', ENGLISH_NAMES);
const MailPaceEnum = enumOf<MailPace>('MailPace', 'How soon alerts are mailed', {
  soon: 'As they come, several in one mail, at most every 15 minutes',
  daily: 'Once a day, at 06:00 UTC, when there are any',
});
const LetterKindEnum = enumOf<'code' | 'digest'>('AlertMailKind', 'What a mail holds', {
  code: 'The code that shows whether an address is whose who gave it',
  digest: 'Alerts',
});
const LetterStateEnum = enumOf<LetterState>('AlertMailState', 'How far a mail is', {
  waiting: 'It is to be sent',
  sent: 'The mail server took it',
  given_up: 'It is not tried any more',
});
const LetterFaultEnum = enumOf<LetterFault>('AlertMailFault', 'Why an attempt came to nothing', {
  connection: 'No connection to the mail server came about, or it broke off',
  login: "The mail server did not take the program's user and password",
  refused: 'The mail server refused the address, or the mail to it (5xx)',
  later: 'The mail server asked to come later (4xx)',
  sender: 'The mail server takes no mail from this program (5xx)',
  timeout: 'The mail server did not answer in time',
  tls: 'The line to the mail server could not be made safe',
  no_right: 'The account may hear of none of it any more',
  stale: 'It was superseded, or the mails were stopped',
  unsound: 'The records of the lots differ from the ledger',
});

@ObjectType({ description: "Where one's alerts are mailed" })
export class AlertMailSetting {
  @Field(() => String, { description: 'The address' })
  address!: string;

  @Field(() => MailLanguageEnum, { description: 'In which they are written' })
  language!: MailLanguage;

  @Field(() => MailPaceEnum, { description: 'How soon' })
  pace!: MailPace;

  @Field(() => DateTime, { description: 'Since when for this address' })
  askedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the code that was mailed there was given; null before, and then no alerts come',
  })
  confirmedAt!: Date | null;
}

@ObjectType({ description: 'A mail that one was sent, and how that went' })
export class AlertMailLetter {
  @Field(() => ID, { description: 'UUID; part of its Message-ID' })
  id!: string;

  @Field(() => LetterKindEnum, { description: 'What it holds' })
  kind!: 'code' | 'digest';

  @Field(() => LetterStateEnum, { description: 'How far it is' })
  state!: LetterState;

  @Field(() => Int, { nullable: true, description: 'Alerts that it told of; null before it was sent, and for a code' })
  alerts!: number | null;

  @Field(() => Int, { description: 'How often it was tried' })
  attempts!: number;

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was tried last; null before' })
  lastAt!: Date | null;

  @Field(() => Int, { nullable: true, description: "The mail server's last answer; null when none came" })
  lastStatus!: number | null;

  @Field(() => LetterFaultEnum, { nullable: true, description: 'Why the last attempt came to nothing' })
  lastFault!: LetterFault | null;
}

@ObjectType('AlertMail', { description: 'Alerts by mail, as one has them for oneself' })
export class AlertMailType {
  @Field(() => Boolean, { description: 'False: this server sends no mail' })
  offered!: boolean;

  @Field(() => AlertMailSetting, { nullable: true, description: 'Null: nothing is mailed' })
  setting!: AlertMailSetting | null;

  @Field(() => [AlertMailLetter], { description: 'The newest ten of 30 days' })
  letters!: AlertMailLetter[];
}

@InputType({ description: 'Where, in what language and how soon alerts are mailed' })
export class AlertMailInput {
  @Field(() => String, { description: 'It is sent a code first' })
  address!: string;

  @Field(() => MailLanguageEnum, { description: 'In which they are written' })
  language!: MailLanguage;

  @Field(() => MailPaceEnum, { description: 'How soon' })
  pace!: MailPace;
}
