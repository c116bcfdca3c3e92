import type { AuditGroup } from './audit-events.ts';

/** The groups, as the page filters by them. */
const groups: Record<AuditGroup, string> = {
  logins: 'Logins',
  accounts: 'Passwords and second steps',
  people: 'People',
  courses: 'Courses',
  certificates: 'Certificates',
  money: 'Money',
  school: 'Settings and pages',
  exports: 'Exports',
  keys: 'Keys and webhooks',
};

export const auditMessages = {
  failure: 'The audit could not be loaded',
  groups,
};
