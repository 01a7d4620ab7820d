import { defineEntity, p } from '@mikro-orm/core';

/** What a person or a partner key wrote about an alert. */
export const AlertCommentEntity = defineEntity({
  name: 'AlertComment',
  tableName: 'alert_comment',
  properties: {
    id: p.uuid().primary(),
    alertId: p.uuid(),
    authorId: p.uuid().strictNullable(),
    authorKey: p.uuid().strictNullable(),
    /** null once erased */
    text: p.text().strictNullable(),
    writtenAt: p.datetime(),
  },
});
