/** The types of a service worker: the type libraries of workers and pages cannot be used together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}

interface PushMessageData {
  readonly json: () => unknown;
}

interface PushEvent extends ExtendableEvent {
  readonly data: PushMessageData | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

interface WindowClient {
  readonly url: string;
  focus: () => Promise<WindowClient>;
}

interface WindowEventMap {
  push: PushEvent;
  notificationclick: NotificationEvent;
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & MessageEvent<unknown>;
}

declare const clients: {
  claim: () => Promise<void>;
  matchAll: (options: { type: 'window' }) => Promise<readonly WindowClient[]>;
  openWindow: (url: string) => Promise<WindowClient | null>;
};
declare const registration: ServiceWorkerRegistration;
/** Written by the build: the name of the build, and the files that pages need without a connection. */
declare const BUILD: string;
declare const SHELL_FILES: readonly string[];
/** More of them, for users with downloads. */
declare const CLASSROOM_FILES: readonly string[];
