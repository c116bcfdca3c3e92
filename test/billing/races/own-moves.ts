import { z } from 'zod';
import type { Person } from '../../factories.ts';
import type { OwnMove, Racer } from './racer.ts';
import type { Request, School } from './school.ts';

const AMOUNT_IN_PAISE = 49_900;
/** On any day of the race. */
const receivedOn = (school: School): string => new Date(school.servers.now()).toISOString().slice(0, 10);

let references = 100_000_000_000;
export const nextReference = (): string => String(++references);

const Sent = z.object({ request: z.looseObject({ _id: z.string() }) });

/** Says that a person has paid the school for the bundle. */
export const sendRequest = async (school: School, { headers }: Person, reference: string): Promise<string> => {
  const body = { planId: school.bundleId, way: 'upi', reference, paidOn: receivedOn(school) };
  const { body: sent } = await school.send(0, { path: '/payments/requests', body, headers });
  return Sent.parse(sent).request._id;
};

export const confirmOf = (school: School, id: string, amountInPaise = AMOUNT_IN_PAISE): Request => ({
  path: `/admin/payment-requests/${id}/confirm`,
  body: { amountInPaise, receivedOn: receivedOn(school), reason: 'Agreed' },
  headers: school.admin.headers,
});

/** The request of each move about an offline payment. */
export const ownRequestsOf = (school: School, { person, request }: Racer): Record<OwnMove, () => Request> => {
  const { id, reference } = request ?? { id: 'none', reference: '' };
  const { headers } = school.admin;
  return {
    confirm: () => confirmOf(school, id),
    confirmOther: () => confirmOf(school, id, 40_000),
    refuse: () => ({ path: `/admin/payment-requests/${id}/refuse`, body: { reason: 'Not found' }, headers }),
    withdraw: () => ({ method: 'DELETE', path: `/payments/requests/${id}`, headers: person.headers }),
    recordSame: () => ({
      path: `/admin/people/${person.id}/payments`,
      body: {
        planId: school.bundleId,
        way: 'upi',
        reference,
        amountInPaise: AMOUNT_IN_PAISE,
        receivedOn: receivedOn(school),
        isWarned: true,
      },
      headers,
    }),
    sendAgain: () => ({
      path: '/payments/requests',
      body: { planId: school.bundleId, way: 'cash', reference: '', paidOn: receivedOn(school) },
      headers: person.headers,
    }),
  };
};
