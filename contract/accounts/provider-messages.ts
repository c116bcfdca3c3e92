export const providerMessages = {
  failed: 'The login at the other service failed',
  removed: 'Login removed',
  changeFailed: 'This could not be changed',
  nameMissing: 'Enter a name for the button',
  badIssuer: 'Enter the address of the issuer, beginning with https://',
  clientMissing: 'Enter the client ID',
  secretMissing: 'Enter the client secret',
  badGrace: 'Enter 1 to 90 days',
  factorNeeded: 'Your school asks for a passkey or an authenticator app. Set one up under Security to continue.',
} as const;
