import { onReconnect } from '#web/api/online.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { openProgressReporter } from '#web/features/classroom/progress/open-reporter.ts';
import { keeper } from './keeper.ts';

const LOOK_AGAIN_MS = 60_000;

/** What was watched without a connection. */
const sendProgress = async (): Promise<void> => {
  const userId = sessionStore.get()?.user._id;
  if (userId === undefined) return;
  const reporter = openProgressReporter(userId);
  reporter.setEvents({
    onProgress: (lectureId, progress) => void keeper.noteProgress(lectureId, progress),
    onRefused: () => undefined,
  });
  await reporter.flush();
};

const beginNow = async (): Promise<void> => {
  await sendProgress();
  await keeper.start();
};

let hasBegun = false;

/** Sends progress, renews keys and loads what waits: now, and whenever the connection is back. */
export const beginKeeping = (): void => {
  if (hasBegun) return;
  hasBegun = true;
  void beginNow();
  onReconnect(() => void beginNow());
  // A copy may also fail while there is a connection.
  setInterval(() => void keeper.loadWaiting(), LOOK_AGAIN_MS);
};
