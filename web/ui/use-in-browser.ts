import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server, and while the page that it sent is taken over: what differs there is drawn after it. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
