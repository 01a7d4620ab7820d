import type { StaffId } from '../../words/staffWords.ts';

export interface LoginErrors {
  username?: StaffId;
  password?: StaffId;
}

/** The sign-in form's own checks, texts as specified (staff specification, section 5, 'Login'). */
export function loginErrors(username: string, password: string): LoginErrors {
  const errors: LoginErrors = {};
  if (username.trim() === '') errors.username = 'login.usernameRequired';
  else if (username.replace(/[^\p{L}\p{N}]/gu, '').length < 3) {
    errors.username = 'login.usernameShort';
  }
  if (password === '') errors.password = 'login.passwordRequired';
  else if (password.length < 6) errors.password = 'login.passwordShort';
  return errors;
}
