/** Who is signed in: signing in, the session and the gate before the staff area. */
export const session = {
  'gate.failed': 'We could not check your session',
  'gate.stillLoggedIn': '{reason} You are still logged in on this device.',

  'ended.title': 'Authentication Required',
  'ended.text':
    'Your session has ended. Sign in again as {name} to go on: what you typed is still here. Whoever else signs in begins without it.',
  'ended.leave': 'Go to Login',
  'session.everywhereFailed': 'Failed to log out everywhere',

  'login.title': 'Admin Portal',
  'login.purpose': 'Sign in to manage your cacao supply chain',
  'login.toVerify': 'Back to product verification',
  'login.version': 'Version {version}',
  'login.gdpr':
    'GDPR notice: we process your account and the entries you make to document the supply chain, as EU Regulation 2023/1115 asks. You may see, export and erase your data. <link>Privacy</link>',
  'login.ended': 'Your session has ended. Sign in again to go back to where you were.',
  'login.username': 'Username',
  'login.password': 'Password',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.signIn': 'Sign In',
  'login.signingIn': 'Signing in...',
  'login.demo': 'Demo accounts',
  'login.demoHint': 'One click signs you in. This server runs on demo data.',
  'login.failed': 'Login failed',
} as const;
