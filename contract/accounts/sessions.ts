import { z } from 'zod';
import { del, get, success, saying } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';

/** One login in one browser. */
const Session = z.object({
  _id: z.string(),
  /** Whether this request belongs to it. */
  isCurrent: z.boolean(),
  /** Such as `Chrome on Android`. */
  name: z.string(),
  /** Such as `Android`; '' when it is not known. */
  device: z.string(),
  /** Such as `Chrome`; '' when it is not known. */
  browser: z.string(),
  /** The address or network that it began from; null for a login of an earlier version. */
  network: z.string().nullable(),
  createdAt: Instant,
  /** To the hour. */
  lastUsedAt: Instant,
  /** When it ends unless it is used, and 90 days after it began at the latest. */
  endsAt: Instant,
});
export type Session = z.output<typeof Session>;

export const sessions = {
  list: get('/user/sessions', {
    access: 'user',
    summary: 'List where you are logged in, the session used last first',
    response: success({ sessions: z.array(Session) }),
  }),
  end: del('/user/sessions/:sessionId', {
    access: 'user',
    audit: 'sessions_ended',
    summary: 'Log out on one device: its media addresses and its notices end too',
    params: z.object({ sessionId: Id }),
    notFound: 'session_not_found',
    response: saying('Logged out on that device', {}),
  }),
  endOthers: del('/user/sessions', {
    access: 'user',
    audit: 'sessions_ended',
    summary: 'Log out on all other devices',
    response: saying('Logged out on all other devices', {}),
  }),
};
