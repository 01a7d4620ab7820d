import { z } from 'zod';
import { PASSWORD_MAX } from '../../domain/access/accountInput.ts';
import { CALL } from '../../domain/said/callSaid.ts';
import { carried } from '../../domain/said/carried.ts';
import { INPUT, type InputField } from '../../domain/said/inputSaid.ts';

function required(field: InputField, max: number) {
  const missing = carried(INPUT.required({ field }));
  return z
    .string(missing)
    .min(1, missing)
    .max(max, carried(INPUT.tooLong({ field, most: max })));
}

const refreshToken = required('refreshToken', 200);

/** Texts of docs/spec/error-messages.md, 'Staff messages'. What no account can have is a wrong login, not bad input. */
export const loginInput = z.object({
  username: z
    .string(carried(INPUT.required({ field: 'username' })))
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
    .regex(/^[\w-]{1,64}$/, carried(CALL.attemptId({})))
    .nullish(),
});

export const logoutInput = z.object({ refreshToken });
