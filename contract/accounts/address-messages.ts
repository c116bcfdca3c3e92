export const addressMessages = {
  missing: 'Enter the email address',
  linkSent: 'We’ve emailed you a link to confirm your address.',
  changeSent: 'Open the links that we emailed. Until then, the old address stays.',
  cancelled: 'The old address stays',
  confirmed: 'Address confirmed',
  linkLeft: 'One link is left',
  failed: 'The address could not be changed',
  confirmFailed: 'The address could not be confirmed',
  codeSent: 'If an account has this email, you’ll receive a code. It expires in 10 minutes.',
  codeFailed: 'The code could not be sent',
} as const;
