/** The types of a service worker: the type libraries of workers and pages cannot be used together. */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & MessageEvent<unknown>;
}

declare const clients: { claim: () => Promise<void> };
declare const registration: ServiceWorkerRegistration;
/** Written by the build: the name of the build, and the files that pages need without a connection. */
declare const BUILD: string;
declare const SHELL_FILES: readonly string[];
/** More of them, for users with downloads. */
declare const CLASSROOM_FILES: readonly string[];
