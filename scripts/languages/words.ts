import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { type Entry, isOfResponse, isSaid, languages, readCatalogue } from './catalogue.ts';
import { compiled } from './macros.ts';
import { frameModules, modulesByPage } from './modules.ts';

type Words = Record<string, unknown>;

/** What a text is found by: messages and sentences of the contract by themselves, others by the id that the macros give them. */
const keysOf = ({ message, context, places }: Entry): string[] => [
  ...(places.some(isSaid) ? [message] : []),
  ...(!places.every(isSaid) ? [generateMessageId(message, context)] : []),
];

const wordsOf = (entries: readonly Entry[]): Words =>
  Object.fromEntries(
    entries
      .filter(({ translation }) => translation !== '')
      .flatMap((entry) => keysOf(entry).map((key) => [key, compiled(entry.translation)])),
  );

/** Whether one of the modules has the text: its file is among them, or an error that they name. */
const hasText = (modules: ReadonlySet<string>, { places }: Entry): boolean =>
  places.some((place) => modules.has(place) || modules.has(place.replace(/:.*/, '')));

/** The entries of the frame, to which responses belong. Errors arrive in the language of the page. */
const ofFrame = (entries: readonly Entry[], frame: ReadonlySet<string>): Entry[] =>
  entries.filter((entry) => hasText(frame, entry) || entry.places.some(isOfResponse));

interface Catalogues {
  frame: Entry[];
  pages: Map<string, Entry[]>;
}

/** The modules of the frame and of each page. */
const allModules = () => ({ frame: frameModules(), pages: modulesByPage() });

/** The catalogues of a language: that of the frame, and of each page what it needs besides. */
export const cataloguesOf = (code: string, modules = allModules()): Catalogues => {
  const entries = readCatalogue(code);
  const frame = new Set(ofFrame(entries, modules.frame));
  const rest = entries.filter((entry) => !frame.has(entry));
  const pages = modules.pages.map(([page, ofPage]): [string, Entry[]] => [
    page,
    rest.filter((entry) => hasText(ofPage, entry)),
  ]);
  return { frame: [...frame], pages: new Map(pages) };
};

const PREFIX = 'virtual:words';
const RESOLVED = `\0${PREFIX}`;

const moduleOf = (words: Words): string => `export default JSON.parse(${JSON.stringify(JSON.stringify(words))});`;

/** By language: each page of a build asks for its part of the same catalogues. */
const read = new Map<string, Catalogues>();
let modules: ReturnType<typeof allModules> | undefined;

const readOnce = (code: string): Catalogues => {
  modules ??= allModules();
  const catalogues = read.get(code) ?? cataloguesOf(code, modules);
  read.set(code, catalogues);
  return catalogues;
};

const load = (name: string): string => {
  if (name === '')
    return `export const catalogues = { ${languages()
      .map((code) => `${code}: () => import('${PREFIX}/${code}')`)
      .join()} };`;
  const [, code = '', page] = name.split('/');
  const { frame, pages } = readOnce(code);
  if (page !== undefined) return moduleOf(wordsOf(pages.get(page) ?? []));
  const own = [...pages].filter(([, entries]) => entries.some(({ translation }) => translation !== ''));
  const lazy = own.map(([one]) => `${one}: () => import('${PREFIX}/${code}/${one}')`).join();
  return `${moduleOf(wordsOf(frame))}\nexport const pages = { ${lazy} };`;
};

/** The catalogues as modules: `virtual:words` has each language, which has each page; all are loaded when they are needed. */
export const languageWords: Plugin = {
  name: 'language-words',
  buildStart: () => {
    read.clear();
    modules = undefined;
  },
  resolveId: (id) => (id.startsWith(PREFIX) ? RESOLVED + id.slice(PREFIX.length) : null),
  load: (id) => (id.startsWith(RESOLVED) ? load(id.slice(RESOLVED.length)) : null),
};
