export interface LoginErrors {
  username?: string;
  password?: string;
}

/** The sign-in form's own checks, texts as specified (staff specification, section 5, 'Login'). */
export function loginErrors(username: string, password: string): LoginErrors {
  const errors: LoginErrors = {};
  if (username.trim() === '') errors.username = 'Username is required';
  else if (username.replace(/[^\p{L}\p{N}]/gu, '').length < 3) {
    errors.username = 'Username must be at least 3 alphanumeric characters';
  }
  if (password === '') errors.password = 'Password is required';
  else if (password.length < 6) errors.password = 'Password must be at least 6 characters';
  return errors;
}
