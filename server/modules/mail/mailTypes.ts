import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { MailLanguage, MailPace } from '../../domain/alert/alertMailInput.ts';
import {
  LetterFaultEnum,
  LetterKindEnum,
  LetterStateEnum,
  MailLanguageEnum,
  MailPaceEnum,
} from '../../platform/graphql/enums.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { LetterState } from './alertEmails.ts';
import type { LetterFault } from './mailDelivery.ts';

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
