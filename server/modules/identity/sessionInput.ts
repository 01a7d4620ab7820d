import { z } from 'zod';
import { PASSWORD_MAX } from '../../domain/access/accountInput.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { INPUT, type InputField } from '../../domain/messages/inputMessages.ts';

function required(field: InputField, max: number) {
  const missing = encodeMessage(INPUT.required({ field }));
  return z
    .string(missing)
    .min(1, missing)
    .max(max, encodeMessage(INPUT.tooLong({ field, most: max })));
}

const refreshToken = required('refreshToken', 200);

/** Texts of docs/spec/error-messages.md, 'Staff messages'. What no account can have is a wrong login, not bad input. */
export const loginInput = z.object({
  username: z
    .string(encodeMessage(INPUT.required({ field: 'username' })))
    .trim()
    .pipe(required('username', 100))
    .meta({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  password: required('password', PASSWORD_MAX),
});

export const refreshInput = z.object({
  refreshToken,
  /** the client's id of one attempt, unchanged in retries; any random text */
  attemptId: z
    .string()
    .regex(/^[\w-]{1,64}$/, encodeMessage(CALL.attemptId({})))
    .nullish(),
});

export const logoutInput = z.object({ refreshToken });
