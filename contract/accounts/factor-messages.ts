export const factorMessages = {
  unread: 'How you log in could not be loaded',
  options: 'Continue on your device',
  addFailed: 'The passkey could not be added',
  changeFailed: 'This could not be changed',
  nameMissing: 'Enter a name',
  codeMissing: 'Enter the code',
  secureFailed: 'The account could not be secured',
  confirmFailed: 'This could not be confirmed',
  confirmIncomplete: 'Enter your password',
  passkeyFailed: 'The passkey could not be used',
} as const;
