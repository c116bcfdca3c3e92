import { say } from '../languages/say.ts';

/** Messages of the server about people. No page loads this file. */
export const peopleMessages = {
  courseAdded: 'Added to the course',
  courseWaits: 'Added. They get the role when they confirm their address.',
  madeAdmin: 'Made an admin',
  madeUser: 'No longer an admin',
  added: 'Added, and invited by email',
  invitedReason: 'Added by an admin',
  bulkDone: 'Done',
  bulkQueued: 'Started. It continues in the background.',
  bulkBlockQueued: (renewals: number) =>
    `Started. Accounts are blocked in the background, and ${
      renewals === 1 ? '1 renewal ends' : `${renewals} renewals end`
    } with them.`,
  imports: {
    noRows: 'This file has no rows below its header',
    tooManyRows: 'This file has more than 2,000 rows. Split it into several files.',
    noSuchColumn: 'The file has no such column',
    accessReason: 'Import',
    problemColumn: 'Problem',
    columnName: (number: number) => `Column ${number}`,
    problems: {
      noEmail: say('The email is missing'),
      badEmail: say('This is not an email address'),
      noName: say('The name is missing'),
      longName: say('The name is longer than 100 characters'),
      badName: say('The name contains a web address'),
      repeated: (line: number) => say('The same email as in line {line}', { line }),
      deleted: say('This email belongs to a deleted account'),
      unknownPlan: (name: string) => say('There is no plan “{name}”', { name }),
      severalPlans: say('Several plans have this name'),
      badDay: say('This is not a day such as 2027-05-03'),
      pastDay: say('This day is over'),
    },
  },
} as const;
