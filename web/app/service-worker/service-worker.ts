import { OFFLINE_MEDIA, offlineMedia } from '#web/features/classroom/offline/offline-media.ts';
import { OWN_WORDS } from '#contract/school/own-words-path.ts';
import { openPage, showMessage } from './push.ts';
import { cacheClassroom, cacheShell, deleteOlderShells, shellFile, shellPage } from './shell.ts';

/** Of images the shell has only the logo, for which others need no detour while there is a connection. */
const isOfShell = ({ destination }: Request, path: string): boolean =>
  ['script', 'style', 'font'].includes(destination) ||
  path.startsWith(OWN_WORDS) ||
  (destination === 'image' && !navigator.onLine);

/**
 * Opens pages without a connection. It stays away from the API and from media, which always come from the server, and a
 * page comes from the server while there is a connection. A new version begins when the last page of the one before is
 * closed, so that a page and its files are of one build.
 */
addEventListener('install', (event) => event.waitUntil(cacheShell()));

/** A lecture is downloaded, which needs the pages that play it. */
addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(cacheClassroom());
});

addEventListener('activate', (event) => {
  const activate = async (): Promise<void> => {
    await deleteOlderShells();
    // The browser requests the page while this program starts.
    await registration.navigationPreload.enable().catch(() => undefined);
    await clients.claim();
  };
  event.waitUntil(activate());
});

addEventListener('push', (event) => event.waitUntil(showMessage(event.data)));

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // An attachment of a copy is opened as a page would be.
  if (pathname.startsWith(OFFLINE_MEDIA)) event.respondWith(offlineMedia(request, pathname));
  else if (request.mode === 'navigate') event.respondWith(shellPage(request, event.preloadResponse));
  else if (isOfShell(request, pathname)) event.respondWith(shellFile(request, pathname));
});
