import type { DataRouter } from 'react-router';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { checkConnection } from '#web/api/connection.ts';
import { tabStorage } from '#web/api/browser-storage.ts';

const LOADED_AT = 'loaded-again-at';
const TYPED = 'typed-before-loading-again';
/** What does not load twice in this time is missing for another reason than an upgrade. */
const ONCE_MS = 60_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Passwords and codes are typed again, and files are chosen again. */
const FIELDS =
  'textarea, select, input:not([type=password], [type=file], [type=range], [type=hidden], [autocomplete=one-time-code])';

const titleOf = (element: Element | null): string | null | undefined =>
  element?.getAttribute('aria-label') ??
  document.getElementById(element?.getAttribute('aria-labelledby') ?? '')?.textContent;

const nameOf = (field: Field): string =>
  [
    titleOf(field.closest('dialog')),
    titleOf(field.form),
    field.name,
    field.labels?.[0]?.textContent,
    field.getAttribute('aria-label'),
    field.getAttribute('placeholder'),
  ].join('\n');

/** Those of several rows are counted. */
const fields = (): [name: string, field: Field][] => {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<Field>(FIELDS)].map((field) => {
    const name = nameOf(field);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name}\n${count}`, field];
  });
};

const isChecked = (field: Field): field is HTMLInputElement => field.matches('[type=checkbox], [type=radio]');
const valueOf = (field: Field): string => (isChecked(field) ? String(field.checked) : field.value);

const here = (): string => location.pathname + location.search;

/** What stood in the fields of this page when something was typed last. They may be gone before what replaces them fails. */
const typedHere = new Map<string, string>();
let typedAt = '';

const noteFields = (): void => {
  for (const [name, field] of fields()) typedHere.set(name, valueOf(field));
};

const noteTyped = ({ target }: Event): void => {
  if (!(target instanceof Element && target.matches(FIELDS))) return;
  typedHere.clear();
  typedAt = here();
  noteFields();
};

const typedNow = (): [name: string, value: string][] => {
  if (typedAt !== here()) return [];
  noteFields();
  return [...typedHere];
};

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';

const readTyped = (): Map<string, string> => {
  const text = tabStorage.getItem(TYPED);
  tabStorage.removeItem(TYPED);
  const kept: unknown = JSON.parse(text ?? 'null');
  const isOfHere = typeof kept === 'object' && kept !== null && 'at' in kept && kept.at === here() && 'typed' in kept;
  return new Map(isOfHere && Array.isArray(kept.typed) ? kept.typed.filter(isPair) : []);
};

/** As a person would: React reads the property of the element itself. False while a list lacks the entry. */
const type = (field: Field, value: string): boolean => {
  if (isChecked(field)) {
    // A radio button is taken back by choosing another.
    if (value === 'true' || field.type === 'checkbox') field.click();
    return true;
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  const before = field.value;
  set?.call(field, value);
  if (field.value !== value) {
    set?.call(field, before);
    return false;
  }
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  return true;
};

/** Types again what stood in the fields before the page was loaded again, as they appear. */
const restoreTyped = (router: DataRouter): void => {
  const typed = readTyped();
  if (typed.size === 0) return;
  const at = here();
  const fill = (): void => {
    if (typed.size === 0 || here() !== at) return observer.disconnect();
    // What is typed before the page responds is lost.
    if ('loading' in document.documentElement.dataset || router.state.navigation.state !== 'idle') return;
    for (const [name, field] of fields()) {
      const value = typed.get(name);
      if (value !== undefined && (valueOf(field) === value || type(field, value))) typed.delete(name);
    }
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['data-loading'] });
  fill();
};

const isUploading = (): boolean => 'uploading' in document.documentElement.dataset;

/** A file that is still being sent would have to be chosen again. */
const untilSent = async (): Promise<void> => {
  const note = toast.loading(messages.notices.pageWaits, { id: 'page-waits' });
  await new Promise<void>((resolve) => {
    const look = (): void => (isUploading() ? undefined : resolve());
    new MutationObserver(look).observe(document.documentElement, { attributeFilter: ['data-uploading'] });
  });
  toast.dismiss(note);
};

/** The server answers a link in this time. */
const LEAVING_MS = 5000;

/**
 * Whether the part that did not load is on the server, as far as its address is known. Firefox stops what still loads as soon
 * as a link is followed; to load the page again would stop that link.
 */
const isThere = (problem: string): Promise<boolean> => {
  const [address] = /https?:\S+|\/assets\/\S+/.exec(problem) ?? [];
  if (address === undefined) return Promise.resolve(false);
  return fetch(address, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
};

/** Resolves unless the user has left meanwhile. */
const untilLeft = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS);
  });

/** Loads the page that was to be opened, or the one that is open, with what was typed in it. Once. */
const loadAgain = async (router: DataRouter, problem = ''): Promise<void> => {
  const from = router.state.location;
  const { location: next } = router.state.navigation;
  // At once: what fails may take the fields with it.
  const typed = next ? [] : typedNow();
  const now = Date.now();
  if (now - Number(tabStorage.getItem(LOADED_AT)) < ONCE_MS) return;
  const isWaiting = isUploading() || (await isThere(problem));
  if (isWaiting) {
    await (isUploading() ? untilSent() : untilLeft());
    // A user who has opened another page stays there.
    if (router.state.location.key === (next ?? from).key) await loadAgain(router);
    return;
  }
  if (!(await checkConnection()) || !tabStorage.setItem(LOADED_AT, String(now))) return;
  if (next) history.pushState({ usr: next.state, key: next.key }, '', next.pathname + next.search + next.hash);
  else tabStorage.setItem(TYPED, JSON.stringify({ at: here(), typed }));
  // Nothing is lost that the browser would ask about.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
};

/**
 * An upgrade takes away the parts of the program that an open page has not loaded yet. For the first one that is missing, the
 * returned function loads the page again, at the same place: then all parts are of the new version.
 */
export const followUpgrades = (router: DataRouter): ((problem: string) => Promise<void>) => {
  restoreTyped(router);
  document.addEventListener('input', noteTyped, { capture: true, passive: true });
  return (problem) => loadAgain(router, problem);
};
