import { sessionStore } from './session.ts';

/** Logs an admin in, for tests of whole pages. */
export const logInAdmin = (): void =>
  sessionStore.start({
    token: 't1',
    user: {
      _id: 'u1',
      fullName: 'Ila Rao',
      email: 'ila@school.example',
      role: 'ADMIN',
      avatar: { secure_url: null },
      teaches: false,
      hasCourses: false,
      subscription: {
        status: 'inactive',
        access_until: null,
        purchased_at: null,
        refundable_until: null,
        auto_renew: false,
        renewable_from: null,
      },
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  });
