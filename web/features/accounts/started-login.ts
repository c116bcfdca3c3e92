import { tabStorage } from '#web/api/browser-storage.ts';

const KEY = 'started-login';

/** A login at another service, from which the browser comes back in this tab. */
export interface StartedLogin {
  ticket: string;
  returnTo: string;
  /** Of the page on which it began: the page on which it ends has one address. */
  language: string;
  /** For the account that is logged in. */
  isAdding: boolean;
}

export const rememberLogin = (started: StartedLogin): void => void tabStorage.setItem(KEY, JSON.stringify(started));

const isStarted = (value: unknown): value is StartedLogin =>
  typeof value === 'object' &&
  value !== null &&
  'ticket' in value &&
  'returnTo' in value &&
  'language' in value &&
  'isAdding' in value;

/** Undefined in another tab or browser. */
export const startedLogin = (): StartedLogin | undefined => {
  const value: unknown = JSON.parse(tabStorage.getItem(KEY) ?? 'null');
  return isStarted(value) ? value : undefined;
};
