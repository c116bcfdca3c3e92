import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { useSession } from '#web/app/session/use-session.ts';

/** Stores the time zone of the browser once, as that of a user who has chosen none. */
export const useBrowserTimeZone = (): void => {
  const userId = useSession()?.user._id;
  useEffect(() => {
    if (userId === undefined) return;
    const name = `notices.time-zone.${userId}`;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (readStored(name) === timeZone) return;
    const save = async (): Promise<void> => {
      const { settings } = await call('GET /user/notice-settings');
      if (!settings.isTimeZoneKnown) await call('PUT /user/notice-settings', { body: { timeZone } });
      store(name, timeZone);
    };
    // The next visit tries again.
    save().catch(() => undefined);
  }, [userId]);
};
