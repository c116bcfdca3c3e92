import { z } from 'zod';
import { del, post, put, saying } from '../endpoint.ts';
import { email, Id, oneLine } from '../fields.ts';
import { messages } from '../messages.ts';
import { ListedPerson } from './people.ts';

const admin = messages.admin;
const fields = messages.fields;

export const NewPerson = z.object({
  fullName: oneLine(100, messages.people.nameMissing),
  email: email(messages.people.emailMissing),
  /** The last day of the access that they get; null for none. */
  untilDay: z.iso.date({ error: admin.dayMissing }).nullable().default(null),
});

export const NoteBody = z.object({
  text: z
    .string()
    .trim()
    .max(5000, fields.tooLong)
    .refine((value) => !value.includes('\u0000'), fields.badCharacters),
});

export const personChanges = {
  add: post('/admin/people', {
    access: 'admin',
    scope: 'people:write',
    audit: 'itself',
    summary: 'Create an account for a person, invite them by email, and give access until a day if there is one',
    body: NewPerson,
    incomplete: messages.people.nameMissing,
    errors: ['email_taken'],
    status: 201,
    sendsEmail: true,
    response: saying('Added, and invited by email', { person: ListedPerson }),
  }),
  setNote: put('/admin/people/:userId/note', {
    access: 'admin',
    audit: 'itself',
    summary: 'Set what admins note about a person; nobody else sees it',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    body: NoteBody,
    response: saying('Note saved', {}),
  }),
  endSecondStep: del('/admin/people/:userId/second-step', {
    access: 'admin',
    audit: 'second_step_off',
    needsConfirmation: true,
    summary: 'Turn the second step of a person off who lost the phone and the recovery codes; they get an email',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    response: saying('The second step is off. They can log in with the password.', { person: ListedPerson }),
  }),
};
