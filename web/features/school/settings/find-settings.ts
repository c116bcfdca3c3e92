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

/** Pages and their fields, in the order of the page; every page, and no field, for an empty search. English words find too. */
export const findSettings = (search: string, language: Language): FoundSetting[] => {
  const wanted = search.trim().toLowerCase();
  const foundIn = (text: Descriptor | string): string | undefined =>
    [language, english].map(({ _ }) => _(text)).find((one) => one.toLowerCase().includes(wanted));
  const has = (text: Descriptor | string): boolean => foundIn(text) !== undefined;
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
      const words = isNamed || !entry.words ? undefined : foundIn(entry.words);
      const word = words?.split(', ').find((one) => one.toLowerCase().includes(wanted)) ?? words;
      const isFound = isNamed || word !== undefined;
      return [...(isFound ? [{ entry, field: undefined, word, to: path }] : []), ...found];
    });
};
