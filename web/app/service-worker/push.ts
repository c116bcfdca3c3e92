/** What the server sends (`server/features/notices/channels/push/push.ts`). */
interface Message {
  title: string;
  text: string;
  path: string;
  tag: string;
}

const textIn = (message: object, name: string): string => {
  const value: unknown = Reflect.get(message, name);
  return typeof value === 'string' ? value : '';
};

const readMessage = (value: unknown): Message | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const message = {
    title: textIn(value, 'title'),
    text: textIn(value, 'text'),
    path: textIn(value, 'path'),
    tag: textIn(value, 'tag'),
  };
  return message.title !== '' && /^\/(?!\/)/.test(message.path) ? message : undefined;
};

/** Browsers require that each message is shown. */
export const showMessage = async (data: PushMessageData | null): Promise<void> => {
  const message = readMessage(data?.json());
  if (!message) return;
  const { title, text, path, tag } = message;
  await registration.showNotification(title, { body: text, tag, icon: '/icon-192.png', data: path });
};

/** Opens the page of a notification, or returns to it. Another page stays as it is: a lecture may be playing there. */
export const openPage = async ({ data }: Notification): Promise<void> => {
  const url = new URL(typeof data === 'string' ? data : '/', location.origin).href;
  const open = (await clients.matchAll({ type: 'window' })).find((client) => client.url === url);
  await (open ? open.focus() : clients.openWindow(url));
};
