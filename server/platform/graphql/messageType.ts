import { Field, ObjectType } from 'type-graphql';
import type { Message } from '../../domain/messages/message.ts';
import type { MessageValues } from '../../domain/messages/params.ts';
import { MessageValuesScalar } from './scalars.ts';

/** Message where a field stands beside a text of several sentences. */
export const SENTENCES = 'What it says, sentence by sentence; joined by spaces their texts are';

@ObjectType('Said', {
  description: 'One thing that is said to people: a code with its values, and the English text that they make',
  simpleResolvers: true,
})
export class MessageType implements Message {
  @Field(() => String, {
    description:
      "E.g. 'satellite.gaps'; all stand in docs/codes.md, and later versions may have more. None changes its meaning",
  })
  code!: string;

  @Field(() => MessageValuesScalar, { description: 'Empty where the code says it all' })
  values!: MessageValues;

  @Field(() => String, { description: 'In English' })
  text!: string;
}
