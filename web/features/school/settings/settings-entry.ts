import type { LucideIcon } from 'lucide-react';
import type { Descriptor, Language } from '#contract/languages/language.ts';
import type { PageName } from '#contract/pages.ts';
import type { AllSettings } from '#contract/school/settings.ts';

/** Names are strings, the same in every language. */
type Text = Descriptor | string;

export interface SettingsEntry {
  page: PageName;
  name: Descriptor;
  /** What is set there, in a line. */
  lead: Descriptor;
  icon: LucideIcon;
  /** Its fields, each with what people call it, separated by commas. */
  fields?: readonly { label: Text; words?: Descriptor }[];
  /** Everyday words for the whole page. */
  words?: Descriptor;
  /** Its state, in at most four words. */
  state?: (settings: AllSettings, language: Language) => string;
}

export interface SettingsGroup {
  name: Descriptor;
  lead: Descriptor;
  /** Most schools need none of it. */
  isFolded?: true;
  entries: readonly SettingsEntry[];
}
