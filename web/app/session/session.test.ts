// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import { hasDownloads, OFFLINE_DATABASE, setHasDownloads } from './downloads.ts';
import { openSession } from './open-session.ts';
import { sessionStore } from './session.ts';

const nisha: User = {
  _id: 'u1',
  fullName: 'Nisha Varma',
  email: 'nisha@example.in',
  role: 'USER',
  avatar: { secure_url: null },
  teaches: false,
  hasCourses: false,
  language: null,
  subscription: {
    status: 'inactive',
    access_until: null,
    purchased_at: null,
    refundable_until: null,
    auto_renew: false,
    renewable_from: null,
  },
  createdAt: '2026-01-01T00:00:00.000Z',
};

const store = (entries: Record<string, string>) => {
  for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
};

const stored = { isLoggedIn: 'true', role: 'USER', data: JSON.stringify({ ...nisha, token: 't1' }) };

beforeEach(() => {
  localStorage.clear();
  sessionStore.open(window);
});
const storage = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {};
// Before the hook of all tests clears it.
afterEach(() => {
  Object.defineProperty(window, 'localStorage', storage);
  sessionStore.end();
});

it.each([
  ['null', () => null],
  [
    'an error',
    () => {
      throw new DOMException('The operation is insecure', 'SecurityError');
    },
  ],
])('storage that is %s is no session, and lasts as long as the page', (_, get) => {
  Object.defineProperty(window, 'localStorage', { configurable: true, get });
  sessionStore.open(window);
  expect([sessionStore.get(), sessionStore.isKept(), hasDownloads()]).toEqual([undefined, false, false]);
  sessionStore.start({ user: nisha, token: 't1' });
  expect(sessionStore.get()?.user.token).toBe('t1');
});

it('a page that Back brings from the cache of the browser reads the session again', () => {
  sessionStore.start({ user: nisha, token: 't1' });
  localStorage.clear();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(sessionStore.get()).toBeUndefined();
});

describe('the stored session', () => {
  it('is read with its token', { tags: ['ENT-10'] }, () => {
    store(stored);
    sessionStore.open(window);
    expect(sessionStore.get()).toMatchObject({ role: 'USER', user: { fullName: 'Nisha Varma', token: 't1' } });
  });

  it.each([
    ['nothing', {}],
    ['a flag alone', { isLoggedIn: 'true' }],
    ['broken data', { ...stored, data: '{"_id":' }],
    ['data of another kind', { ...stored, data: '[]' }],
    ['a person without a token', { ...stored, data: JSON.stringify(nisha) }],
    ['a role that is not that of the person', { ...stored, role: 'ADMIN' }],
    ['a flag that says no', { ...stored, isLoggedIn: 'false' }],
  ])('is empty with %s', (_, entries) => {
    store(entries);
    sessionStore.open(window);
    expect(sessionStore.get()).toBeUndefined();
  });

  it('is empty if the browser denies storage', () => {
    const refusing = Object.create(window, {
      localStorage: {
        get: () => {
          throw new DOMException('Denied', 'SecurityError');
        },
      },
    });
    sessionStore.open(refusing);
    expect(sessionStore.get()).toBeUndefined();
  });

  it('keeps the token when the user is refreshed, and ignores another user', { tags: ['TRN-03'] }, () => {
    sessionStore.start({ user: nisha, token: 't1' });
    sessionStore.refresh({ ...nisha, subscription: { ...nisha.subscription, status: 'active' } });
    sessionStore.refresh({ ...nisha, _id: 'u2', fullName: 'Someone Else' });
    expect(sessionStore.get()?.user).toMatchObject({ fullName: 'Nisha Varma', token: 't1' });
    expect(JSON.parse(localStorage.getItem('data') ?? '')).toMatchObject({
      token: 't1',
      subscription: { status: 'active' },
    });
  });

  it('follows changes of another tab', () => {
    let changes = 0;
    const stop = sessionStore.subscribe(() => (changes += 1));
    store(stored);
    window.dispatchEvent(new StorageEvent('storage', { key: 'data' }));
    expect(sessionStore.get()?.user.token).toBe('t1');
    expect(changes).toBeGreaterThan(0);
    stop();
  });

  it('is removed at logout, and uses only its own storage keys', { tags: ['TRN-02'] }, () => {
    sessionStore.start({ user: nisha, token: 't1' });
    localStorage.setItem('volume', '0.5');
    sessionStore.end();
    expect(Object.keys(localStorage)).toEqual(['volume']);
    sessionStore.start({ user: nisha, token: 't1' });
    sessionStore.logOut();
    expect(localStorage).toHaveLength(0);
    expect(sessionStore.get()).toBeUndefined();
  });

  it('takes the downloads and what pages keep with it, at a logout and when the server refuses the token', () => {
    // What other files opened in this browser deletes it too.
    const deleted = new Set<string>();
    const deleteDatabase = (name: string): void => void deleted.add(name);
    vi.stubGlobal('indexedDB', { deleteDatabase });
    onTestFinished(() => void vi.unstubAllGlobals());
    const queryClient = new QueryClient();
    openSession(window, queryClient);
    for (const end of [() => sessionStore.logOut(), () => sessionStore.end()]) {
      sessionStore.start({ user: nisha, token: 't1' });
      queryClient.setQueryData(['payments'], [{ amountInPaise: 49_900 }]);
      setHasDownloads();
      deleted.clear();
      end();
      expect([[...deleted], hasDownloads(), queryClient.getQueryCache().getAll()]).toEqual([
        [OFFLINE_DATABASE],
        false,
        [],
      ]);
    }
  });
});
