import { sessionStore } from './session.ts';

/** A response to a login. */
export const loginForTest = (role: 'ADMIN' | 'USER', teaches = false) => ({
  token: 't1',
  user: {
    _id: 'u1',
    fullName: 'Ila Rao',
    email: 'ila@school.example',
    role,
    avatar: { secure_url: null },
    teaches,
    hasCourses: false,
    language: null,
    subscription: {
      status: 'inactive' as const,
      access_until: null,
      purchased_at: null,
      refundable_until: null,
      auto_renew: false,
      renewable_from: null,
    },
    createdAt: '2026-01-01T00:00:00.000Z',
  },
});

/** Logs an admin in, for tests of whole pages. */
export const logInAdmin = (): void => sessionStore.start(loginForTest('ADMIN'));
