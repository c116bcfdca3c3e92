import { pages } from '#contract/pages.ts';
import { hashOf } from '#web/ui/page/sought-field.ts';
import type { SettingsEntry } from './settings-entry.ts';
import { settingsGroups } from './settings-groups.ts';

export interface FoundSetting {
  entry: SettingsEntry;
  /** The label of the field that was found; undefined for the page. */
  field: string | undefined;
  /** What was found, where the name of the page does not say it. */
  word: string | undefined;
  to: string;
}

const FIELDS_FROM = 2;

/** Pages and their fields, in the order of the page; every page, and no field, for an empty search. */
export const findSettings = (search: string): FoundSetting[] => {
  const wanted = search.trim().toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(wanted);
  return settingsGroups
    .flatMap(({ entries }) => entries)
    .flatMap((entry): FoundSetting[] => {
      const { path } = pages[entry.page];
      const fields = wanted.length < FIELDS_FROM ? [] : Object.entries(entry.fields ?? {});
      const found = fields
        .filter(([label, names]) => has(label) || names.some(has))
        .map(([field]) => ({ entry, field, word: field, to: `${path}${hashOf(field)}` }));
      const isNamed = has(entry.name) || has(entry.lead);
      const word = isNamed ? undefined : entry.words.find(has);
      const isFound = isNamed || word !== undefined;
      return [...(isFound ? [{ entry, field: undefined, word, to: path }] : []), ...found];
    });
};
