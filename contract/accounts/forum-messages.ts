const refused = 'This login was not asked for by the forum of this school. Open the forum, and log in from there.';

export const forumMessages = {
  going: 'Taking you to the forum',
  refused,
  failure: 'The forum could not be opened',
  badAddress: 'Enter an address that begins with https://, such as https://forum.school.example',
  shortSecret: 'Enter at least 10 characters',
  secretMissing: 'Enter the secret of the forum',
} as const;
