import { z } from 'zod';
import { post, put, success } from './endpoint.ts';
import { email, Id, oneLine } from './fields.ts';
import { messages } from './messages.ts';
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
    summary: 'Create an account for a person, invite them by email, and give access until a day if there is one',
    body: NewPerson,
    incomplete: messages.people.nameMissing,
    errors: ['email_taken'],
    status: 201,
    response: success({ person: ListedPerson }),
  }),
  setNote: put('/admin/people/:userId/note', {
    access: 'admin',
    summary: 'Set what admins note about a person; nobody else sees it',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    body: NoteBody,
    response: success({}),
  }),
};
