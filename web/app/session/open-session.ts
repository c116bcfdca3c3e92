import type { QueryClient } from '@tanstack/react-query';
import { connect } from '#web/api/connection.ts';
import { deleteDownloads } from './downloads.ts';
import { sessionStore } from './session.ts';

/** Opens the stored session, passes its token to the API client, and ends it when the server refuses the token. */
export const openSession = (browser: Window, queryClient: QueryClient): void => {
  sessionStore.open(browser);
  let userId = sessionStore.get()?.user._id;
  // Data of one user must never be shown to the next.
  sessionStore.subscribe(() => {
    const nextUserId = sessionStore.get()?.user._id;
    if (nextUserId !== userId) queryClient.clear();
    if (nextUserId !== userId && userId !== undefined) deleteDownloads();
    userId = nextUserId;
  });
  connect({
    readToken: () => sessionStore.get()?.user.token,
    onRefused: (token) => {
      if (sessionStore.get()?.user.token === token) sessionStore.end();
    },
  });
};
