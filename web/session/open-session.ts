import type { QueryClient } from '@tanstack/react-query';
import { connect } from '#web/api/connection.ts';
import { sessionStore } from '#web/session/session.ts';

/** Opens the stored session, hands its token to the API client, and ends it when the server refuses the token. */
export const openSession = (browser: Window, queryClient: QueryClient): void => {
  sessionStore.open(browser);
  let person = sessionStore.get()?.user._id;
  // What one person loaded is never shown to the next.
  sessionStore.subscribe(() => {
    const next = sessionStore.get()?.user._id;
    if (next !== person) queryClient.clear();
    person = next;
  });
  connect({
    readToken: () => sessionStore.get()?.user.token,
    onRefused: (token) => {
      if (sessionStore.get()?.user.token === token) sessionStore.end();
    },
  });
};
