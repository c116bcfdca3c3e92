import { type Descriptor, english, type Language } from '#contract/languages/language.ts';
import { pages } from '#contract/pages.ts';
import { hashOf } from '#web/ui/page/sought-field.ts';
import type { SettingsEntry } from './settings-entry.ts';
import { settingsGroups } from './settings-groups.ts';

export interface FoundSetting {
  entry: SettingsEntry;
  /** The label of the field that was found, in the language of the page; undefined for the page. */
  field: string | undefined;
  /** What was found, where the name of the page does not say it. */
  word: string | undefined;
  to: string;
}

const FIELDS_FROM = 2;
/** Between the words of an entry, in any script. */
const COMMA = /[,،、]\s*/;

/** Pages and their fields, in the order of the page; every page, and no field, for an empty search. English words find too. */
export const findSettings = (search: string, language: Language): FoundSetting[] => {
  const wanted = search.trim().toLowerCase();
  const isIn = (text: string): boolean => text.toLowerCase().includes(wanted);
  const inBoth = (text: Descriptor | string): string[] => [language, english].map(({ _ }) => _(text));
  const has = (text: Descriptor | string): boolean => inBoth(text).some(isIn);
  return settingsGroups
    .flatMap(({ entries }) => entries)
    .flatMap((entry): FoundSetting[] => {
      const { path } = pages[entry.page];
      const fields = wanted.length < FIELDS_FROM ? [] : (entry.fields ?? []);
      const found = fields
        .filter(({ label, words }) => has(label) || (words && has(words)))
        .map(({ label }) => language._(label))
        .map((field) => ({ entry, field, word: field, to: `${path}${hashOf(field)}` }));
      const isNamed = has(entry.name) || has(entry.lead);
      const words = isNamed || !entry.words ? [] : inBoth(entry.words).flatMap((text) => text.split(COMMA));
      const word = words.find(isIn);
      const isFound = isNamed || word !== undefined;
      return [...(isFound ? [{ entry, field: undefined, word, to: path }] : []), ...found];
    });
};
