import type { User } from '#contract/accounts/accounts.ts';
import type { Role } from '#contract/fields.ts';
import { createObservable } from '#web/api/observable.ts';

/** The user with the token, as stored in the browser. */
type StoredUser = User & { token: string };

export interface Session {
  role: Role;
  user: StoredUser;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isStoredUser = (value: unknown): value is StoredUser =>
  isRecord(value) &&
  ['_id', 'fullName', 'email', 'token'].every((name) => typeof value[name] === 'string' && value[name] !== '') &&
  (value['role'] === 'ADMIN' || value['role'] === 'USER') &&
  isRecord(value['avatar']) &&
  isRecord(value['subscription']) &&
  typeof value['subscription']['status'] === 'string';

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
};

/** Undefined when the stored session is missing, invalid or unreadable. */
const read = (storage: Storage): Session | undefined => {
  try {
    if (storage.getItem('isLoggedIn') !== 'true') return undefined;
    const user = parse(storage.getItem('data'));
    if (!isStoredUser(user) || storage.getItem('role') !== user.role) return undefined;
    return { role: user.role, user };
  } catch {
    return undefined;
  }
};

/** A browser may refuse storage (private windows, a full disk); the session then lasts as long as the page. */
const attempt = (change: () => void): void => {
  try {
    change();
  } catch {
    return;
  }
};

/**
 * The session of this browser: in memory for the interface, in storage (`isLoggedIn`, `role`, `data`) for the next visit
 * and for other tabs. Nothing is read before `open` is called.
 */
const createSessionStore = () => {
  const { get, set, subscribe } = createObservable<Session | undefined>(undefined);
  let storage: Storage | undefined;
  let hasLoggedOut = false;

  const setCurrent = (next: Session | undefined): void => {
    if (next) hasLoggedOut = false;
    set(next);
  };

  const start = ({ user, token }: { user: User; token: string }): void => {
    const session: Session = { role: user.role, user: { ...user, token } };
    attempt(() => {
      storage?.setItem('isLoggedIn', 'true');
      storage?.setItem('role', session.role);
      storage?.setItem('data', JSON.stringify(session.user));
    });
    setCurrent(session);
  };

  return {
    /** Reads the stored session and follows other tabs. */
    open(browser: Window): void {
      storage = undefined;
      attempt(() => {
        // Null in Firefox where storage is switched off.
        storage = browser.localStorage ?? undefined;
      });
      const readAgain = (): void => setCurrent(storage && read(storage));
      browser.addEventListener('storage', readAgain);
      // A page that Back brings from the browser's cache has heard of no change meanwhile.
      browser.addEventListener('pageshow', ({ persisted }) => persisted && readAgain());
      readAgain();
    },
    get,
    subscribe,
    /** Whether the session will be known to the next visit, and to other tabs. */
    isKept: (): boolean => {
      let isKept = false;
      attempt(() => {
        storage?.setItem('is-kept', 'true');
        storage?.removeItem('is-kept');
        isKept = storage !== undefined;
      });
      return isKept;
    },
    start,
    /** Ignored when another user has logged in meanwhile. */
    refresh(user: User): void {
      const current = get();
      if (current && current.user._id === user._id) start({ user, token: current.user.token });
    },
    /** For when the server no longer accepts the token. */
    end(): void {
      attempt(() => {
        for (const name of ['isLoggedIn', 'role', 'data']) storage?.removeItem(name);
      });
      setCurrent(undefined);
    },
    /** Also clears everything else that this site stored. */
    logOut(): void {
      attempt(() => storage?.clear());
      hasLoggedOut = true;
      setCurrent(undefined);
    },
    /** Whether the session was ended by a logout. */
    hasLoggedOut: (): boolean => hasLoggedOut,
  };
};

export const sessionStore = createSessionStore();
