import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { toast } from 'react-hot-toast/headless';

const Subscription = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });

/** iPhones show notices only for a site that was added to the home screen, and say so by having no PushManager before. */
export const mayShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether the user was not asked yet. */
export const canAskForNotices = (): boolean => mayShowNotices() && Notification.permission === 'default';

/** Asks the user, then subscribes this browser with the key of the school. Throws an AbortError when they refuse. */
export const subscribeBrowser = async (findPushKey: () => Promise<string>): Promise<z.output<typeof Subscription>> => {
  if ((await Notification.requestPermission()) !== 'granted') {
    toast.error(messages.userNotices.push.denied);
    throw new DOMException('The user refused', 'AbortError');
  }
  const pushKey = await findPushKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  return Subscription.parse(subscription.toJSON());
};
