export const passwordMessages = {
  common: 'Many people use this password, so it is easy to guess. Choose another one.',
  school: 'The name of the school is easy to guess. Choose another password.',
  own: 'Your name and your email address are easy to guess. Choose another password.',
} as const;
