import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant, Paise, searchTerm } from '../fields.ts';
import { ListedPerson } from '../people/people.ts';

export const adminSearch = {
  find: get('/admin/search', {
    access: 'admin',
    summary: 'Find people, courses and payments, at most five of each; from two characters on',
    query: z.object({ q: searchTerm }),
    response: success({
      people: z.array(ListedPerson.pick({ _id: true, fullName: true, email: true, access: true })),
      courses: z.array(z.object({ _id: z.string(), title: z.string(), isDraft: z.boolean() })),
      /** By an id of the provider, the number of a receipt, or the beginning of the buyer's name or email. */
      payments: z.array(
        z.object({ paymentId: z.string(), userName: z.string().nullable(), amountInPaise: Paise, startedAt: Instant }),
      ),
    }),
  }),
};
