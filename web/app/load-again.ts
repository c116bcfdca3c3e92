import type { DataRouter } from 'react-router';
import { checkConnection } from '#web/api/connection.ts';
import { tabStorage } from '#web/api/stored.ts';

const LOADED_AT = 'loaded-again-at';
const TYPED = 'typed-before-loading-again';
/** What does not load twice in this time is missing for another reason than an upgrade. */
const ONCE_MS = 60_000;

type Field = HTMLInputElement | HTMLTextAreaElement;
/** Passwords and codes are typed again. */
const FIELDS =
  'textarea, input:is([type=text], [type=email], [type=search], [type=tel], [type=url], [type=number], :not([type])):not([autocomplete=one-time-code])';

const fields = (): Field[] => [...document.querySelectorAll<Field>(FIELDS)];

const nameOf = (field: Field): string =>
  [
    field.form?.getAttribute('aria-label'),
    field.name,
    field.labels?.[0]?.textContent,
    field.getAttribute('aria-label'),
    field.placeholder,
  ].join('\n');

const here = (): string => location.pathname + location.search;

/** What was typed on this page, by field. A field may be gone before what replaces it fails. */
const typedHere = new Map<string, string>();
let typedAt = '';

const noteTyped = ({ target }: Event): void => {
  if (typedAt !== here()) typedHere.clear();
  typedAt = here();
  if (target instanceof Element && target.matches(FIELDS))
    for (const field of fields()) typedHere.set(nameOf(field), field.value);
};

/** Without what was emptied since, as after sending it. */
const typedNow = (): [name: string, value: string][] => {
  if (typedAt !== here()) return [];
  for (const field of fields()) typedHere.set(nameOf(field), field.value);
  return [...typedHere].filter(([, value]) => value !== '');
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

/** As typing would: React looks at the property of the element itself. */
const type = (field: Field, value: string): void => {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Types again what stood in the fields before the page was loaded again, as they appear. */
const restoreTyped = (router: DataRouter): void => {
  const typed = readTyped();
  if (typed.size === 0) return;
  const at = here();
  const fill = (): void => {
    if (typed.size === 0 || here() !== at) return observer.disconnect();
    // What is typed before the page responds is lost.
    if ('loading' in document.documentElement.dataset) return;
    for (const field of fields()) {
      const value = typed.get(nameOf(field));
      if (value === undefined || router.state.navigation.state !== 'idle') continue;
      typed.delete(nameOf(field));
      if (field.value !== value) type(field, value);
    }
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['data-loading'] });
  fill();
};

const isUploading = (): boolean => document.querySelector('.upload-tray progress') !== null;

/** Loads the page that was to be opened, or the one that is open, with what was typed in it. Once. */
const loadAgain = async (router: DataRouter): Promise<void> => {
  const { location: next } = router.state.navigation;
  // At once: what fails may take the fields with it.
  const typed = next ? [] : typedNow();
  const now = Date.now();
  if (now - Number(tabStorage.getItem(LOADED_AT)) < ONCE_MS || isUploading()) return;
  if (!(await checkConnection()) || !tabStorage.setItem(LOADED_AT, String(now))) return;
  if (next) history.pushState({ usr: next.state, key: next.key }, '', next.pathname + next.search + next.hash);
  else tabStorage.setItem(TYPED, JSON.stringify({ at: here(), typed }));
  // Nothing is lost that the browser would ask about.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
};

/**
 * An upgrade takes away the parts of the program that an open page has not loaded yet. The first one that is missing loads the
 * page again, at the same place: then all parts are of the new version.
 */
export const followUpgrades = (router: DataRouter): void => {
  restoreTyped(router);
  document.addEventListener('input', noteTyped, { capture: true, passive: true });
  addEventListener('vite:preloadError', () => void loadAgain(router));
};
