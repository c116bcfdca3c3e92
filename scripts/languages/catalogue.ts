import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import PO from 'pofile';
import { z } from 'zod';
import { allEndpoints } from '#contract/api.ts';
import { errors } from '#contract/errors.ts';
import { instructions, modeNames, verdictHeadings } from '#contract/classroom/quiz-words.ts';
import { messages } from '#contract/messages.ts';
import { sentencesIn, textsIn } from './macros.ts';
import { groupFile, root } from './modules.ts';
import { kindWords } from '#contract/classroom/kind-facts.ts';
import { wayNames } from '#contract/billing/way-names.ts';
import { STATUS_TITLES } from '#contract/certificates/certificate-texts.ts';
import { accessNames } from '#contract/access/access-names.ts';
import { learnerNames } from '#contract/teaching/learner-names.ts';
import { courseRoles } from '#contract/teaching/teaching-messages.ts';
import { NOTICES } from '#contract/notices/notice-kinds.ts';

/** A text of the interface in one language. */
export interface Entry {
  message: string;
  context: string;
  /** Empty while it is missing. */
  translation: string;
  /** Where it stands: files of the pages, or keys of the contract's messages. */
  places: string[];
  comments: string[];
}

const FOLDER = path.join(root, 'contract/languages');
/** Whether it stands outside the pages, and is found by itself. */
export const isSaid = (place: string): boolean => !place.startsWith('web/');
/** Whether it is a message of the API. Sentences belong to the modules that say them. */
export const isOfApi = (place: string): boolean => place.startsWith(OF_CONTRACT) && place.includes(':');
/** Whether any page may show it: what an action returns. */
export const isOfResponse = (place: string): boolean => /^contract\/(?:api|email-messages)\.ts:/.test(place);
const OF_CONTRACT = 'contract/';
/** Whether an email or a notice says it. */
export const isSentence = (place: string): boolean => isSaid(place) && !isOfApi(place);
/** A sentence without words is the same in every language. */
const hasWords = (message: string): boolean => /\p{L}/u.test(message.replaceAll(/\{\w+\}/g, ''));

/** Every language that has a catalogue. */
export const languages = (): string[] => globSync('*.po', { cwd: FOLDER }).map((file) => path.basename(file, '.po'));

const fileOf = (code: string): string => path.join(FOLDER, `${code}.po`);
const keyOf = ({ message, context }: Pick<Entry, 'message' | 'context'>): string => `${context}\u0004${message}`;

/** The fixed messages of the contract, each with its key. */
const messagesIn = (group: object, key: string): [key: string, message: string][] =>
  Object.entries(group).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${key}.${name}`, value]];
    return typeof value === 'object' && value !== null ? messagesIn(value, `${key}.${name}`) : [];
  });

/** Tables of the contract that pages show and translate like its messages, by their files. */
const words = {
  'classroom/kind-facts.ts': { kindWords },
  'billing/way-names.ts': { wayNames },
  'access/access-names.ts': { accessNames },
  'teaching/learner-names.ts': { learnerNames },
  'teaching/teaching-messages.ts': { courseRoles },
  'certificates/certificate-texts.ts': { certificateStatus: STATUS_TITLES },
  'notices/notice-kinds.ts': {
    noticeNames: Object.fromEntries(NOTICES.map(({ kind, name: [name, hint] }) => [kind, { name, hint }])),
  },
  'classroom/quiz-words.ts': {
    quizModes: modeNames,
    quizInstructions: instructions,
    quizVerdicts: verdictHeadings,
  },
};

/** The messages of the contract, each with the file that it stands in and its key. */
const messagesOfContract = (): [place: string, message: string][] =>
  [
    ...Object.entries(messages).map(([group, found]): [string, object] => [groupFile(group), { [group]: found }]),
    ...Object.entries(words).map(([file, tables]): [string, object] => [`${OF_CONTRACT}${file}`, tables]),
  ].flatMap(([file, group]) =>
    messagesIn(group, '').map(([key, message]): [string, string] => [`${file}${key.replace('.', ':')}`, message]),
  );

/** What the responses of the API say by themselves, each with its endpoint. */
const responsesIn = (): [endpoint: string, message: string][] =>
  allEndpoints().flatMap(({ method, path: address, response }): [string, string][] => {
    const [said] = response instanceof z.ZodObject ? [response.shape['message']] : [];
    const message = said instanceof z.ZodType ? said.safeParse(undefined).data : undefined;
    return typeof message === 'string' && message !== 'OK' ? [[`${method} ${address}`, message]] : [];
  });

/** Every text of the source, in the order of files, each once. */
export const sourceTexts = (): Entry[] => {
  const found = new Map<string, Entry>();
  const add = (text: Pick<Entry, 'message' | 'context'>, place: string, comments: readonly string[] = []): void => {
    const entry = found.get(keyOf(text)) ?? { ...text, translation: '', places: [], comments: [] };
    entry.places = [...new Set([...entry.places, place])];
    entry.comments = [...new Set([...entry.comments, ...comments])];
    found.set(keyOf(text), entry);
  };
  for (const file of globSync('web/**/*.{ts,tsx}', { cwd: root }).toSorted())
    for (const { message, context, comment, values } of textsIn(readFileSync(path.join(root, file), 'utf8'), file))
      add({ message, context }, file, [comment, ...values].filter(Boolean));
  for (const file of globSync('{contract,server}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted())
    for (const message of sentencesIn(readFileSync(path.join(root, file), 'utf8')).filter(hasWords))
      add({ message, context: '' }, file);
  for (const [place, message] of messagesOfContract().toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (message !== '') add({ message, context: '' }, place);
  for (const [endpoint, message] of responsesIn())
    add({ message, context: '' }, `${OF_CONTRACT}api.ts:${endpoint.replace(' ', '_')}`);
  for (const [code, [, message]] of Object.entries(errors))
    add({ message, context: '' }, `${OF_CONTRACT}errors.ts:${code}`);
  return [...found.values()];
};

export const readCatalogue = (code: string): Entry[] =>
  PO.parse(readFileSync(fileOf(code), 'utf8')).items.map((item) => ({
    message: item.msgid,
    context: item.msgctxt ?? '',
    translation: item.msgstr.join(''),
    places: item.references,
    comments: item.extractedComments,
  }));

/** The texts of the source with the translations of a catalogue; what the source has no more is left out. */
const merged = (texts: readonly Entry[], code: string): Entry[] => {
  const known = new Map(readCatalogue(code).map((entry) => [keyOf(entry), entry.translation]));
  return texts.map((text) => ({ ...text, translation: known.get(keyOf(text)) ?? '' }));
};

const written = (entries: readonly Entry[], code: string): string => {
  const po = new PO();
  po.headers = { Language: code, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' };
  po.items = entries.map(({ message, context, translation, places, comments }) => {
    const item = new PO.Item();
    item.msgid = message;
    if (context !== '') item.msgctxt = context;
    item.msgstr = [translation];
    item.references = places;
    item.extractedComments = comments;
    return item;
  });
  return po.toString();
};

/** Returns whether the catalogue was as the source has it. */
export const isUpToDate = (texts: readonly Entry[], code: string): boolean =>
  written(merged(texts, code), code) === readFileSync(fileOf(code), 'utf8');

export const update = (texts: readonly Entry[], code: string): void =>
  writeFileSync(fileOf(code), written(merged(texts, code), code));
