import { z } from 'zod';
import { oneLine, orNothing } from '../fields.ts';
import { messages } from '../messages.ts';
import { parseUrl } from '../parse-url.ts';

const words = messages.providers;
const MAX_GRACE_DAYS = 90;

/** How people log in, besides passwords, codes and passkeys. */
export const LoginSettings = z.object({
  /** Another service that logs people in (OpenID Connect). */
  provider: z.enum(['none', 'google', 'other']),
  /** Of another service than Google, for the button. */
  providerName: z.string(),
  /** Such as `https://login.school.example/realms/school`. */
  issuer: z.string(),
  clientId: z.string(),
  /** Who has to set up a passkey or the second step; `staff` is admins, teachers and assistants. */
  requiresFactor: z.enum(['nobody', 'admins', 'staff']),
  graceDays: z.int(),
});
export type LoginSettings = z.output<typeof LoginSettings>;

/** Over http only on this machine. */
const isIssuer = (value: string): boolean => {
  const url = parseUrl(value);
  if (!url || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
};

/** `clientSecret` replaces the stored one; without it, that one stays. */
export const LoginChange = LoginSettings.extend({
  providerName: orNothing(oneLine(40, words.nameMissing)),
  issuer: orNothing(oneLine(300, words.badIssuer).refine(isIssuer, words.badIssuer)),
  clientId: orNothing(oneLine(300, words.clientMissing)),
  clientSecret: orNothing(oneLine(300, words.secretMissing)).optional(),
  graceDays: z.int({ error: words.badGrace }).min(1, words.badGrace).max(MAX_GRACE_DAYS, words.badGrace),
});
