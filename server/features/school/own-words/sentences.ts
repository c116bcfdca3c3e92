import { SentencePlace } from '#contract/school/own-words.ts';
import type { CatalogueText } from '#server/languages.ts';

/** Folders whose texts are about what others are named after. */
const AREAS: Readonly<Record<string, SentencePlace>> = {
  access: 'billing',
  kinds: 'classroom',
  'personal-data': 'accounts',
};

const areaOf = (folder: string): SentencePlace | undefined => AREAS[folder] ?? SentencePlace.safeParse(folder).data;

/** Messages of the contract have their keys in their places; sentences stand where they are said. */
const isMessage = (place: string): boolean => place.startsWith('contract/') && place.includes(':');

const placeOf = (place: string): SentencePlace => {
  if (place.startsWith('web/')) return areaOf(/^web\/features\/([\w-]+)/.exec(place)?.[1] ?? '') ?? 'frame';
  if (isMessage(place)) return areaOf(/^contract\/([\w-]+)\//.exec(place)?.[1] ?? '') ?? 'answers';
  return 'written';
};

export const placesOf = ({ places }: Pick<CatalogueText, 'places'>): SentencePlace[] => [
  ...new Set(places.map(placeOf)),
];

/** Messages that have no values may have braces. */
const withQuotedBraces = (message: string): string => message.replaceAll(/\{+[^{}]*\}+/g, "'$&'");

/** The translation, or English. */
export const standardOf = ({ original, translation, places }: CatalogueText): string => {
  if (translation !== '') return translation;
  return places.length > 0 && places.every(isMessage) ? withQuotedBraces(original) : original;
};
