import { onlineManager } from '@tanstack/react-query';

const CHECK_AGAIN_MS = 5000;

/** A portal that asks for a login redirects, and a line without data lets the request wait. */
const reachServer = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(CHECK_AGAIN_MS) }).then(
    () => true,
    () => false,
  );

let check = async (): Promise<boolean> => onlineManager.isOnline();

/**
 * Asks the server whether it can be reached, because browsers call every network a connection, also one without the
 * internet. For requests that fail without a response.
 */
export const checkConnection = (): Promise<boolean> => check();

/** A response proves the connection. */
export const noteResponse = (): void => onlineManager.setOnline(true);

/** Calls back whenever a lost connection is back, until the returned function is called. */
export const onReconnect = (callback: () => void): (() => void) =>
  onlineManager.subscribe((isOnline) => {
    if (isOnline) callback();
  });

/** From now on `onlineManager` follows what the server says, and not the browser alone. */
export const watchConnection = (): void => {
  let asked: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<boolean> => {
    clearTimeout(timer);
    const isOnline = await reachServer();
    asked = undefined;
    onlineManager.setOnline(isOnline);
    if (!isOnline) timer = setTimeout(checkConnection, CHECK_AGAIN_MS);
    return isOnline;
  };
  check = () => (asked ??= ask());
  const lose = (): void => {
    onlineManager.setOnline(false);
    void checkConnection();
  };
  onlineManager.setEventListener(() => () => undefined);
  window.addEventListener('offline', lose);
  window.addEventListener('online', checkConnection);
  if (!navigator.onLine) lose();
};
