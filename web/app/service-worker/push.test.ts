import { beforeEach, expect, test, vi } from 'vitest';
import { openPage, showMessage } from './push.ts';

// What the browser shows, and its windows.
let shown: object[];
let windows: { url: string; isInFront: boolean }[];

beforeEach(() => {
  [shown, windows] = [[], []];
  vi.stubGlobal('location', new URL('https://school.example/sw.js'));
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
  });
  vi.stubGlobal('clients', {
    matchAll: async () => windows.map((one) => ({ url: one.url, focus: async () => (one.isInFront = true) })),
    openWindow: async (url: string) => void windows.push({ url, isInFront: true }),
  });
});

const MESSAGE = { title: 'Ila Rao answered your question', text: 'Look up.', path: '/learning', tag: 'notice1' };
const receive = (message: unknown) => showMessage({ json: () => message });

test('a message is shown with its text; one with the same tag replaces it', async () => {
  await receive(MESSAGE);
  expect(shown).toEqual([
    {
      title: 'Ila Rao answered your question',
      body: 'Look up.',
      tag: 'notice1',
      icon: '/icon-192.png',
      data: '/learning',
    },
  ]);
});

test.each([null, 'text', {}, { ...MESSAGE, path: 'https://evil.example/' }, { ...MESSAGE, path: '//evil.example' }])(
  'a message of another form is not shown: %j',
  async (message) => {
    await receive(message);
    expect(shown).toEqual([]);
  },
);

test('pressing it opens its page, or returns to it, and leaves other pages alone', async () => {
  windows = [{ url: 'https://school.example/courses', isInFront: false }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a notification needs a browser that shows it
  const notification = { data: '/learning' } as Notification;
  await openPage(notification);
  await openPage(notification);
  expect(windows).toEqual([
    { url: 'https://school.example/courses', isInFront: false },
    { url: 'https://school.example/learning', isInFront: true },
  ]);
});
