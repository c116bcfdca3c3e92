import type { LucideIcon } from 'lucide-react';
import type { PageName } from '#contract/pages.ts';
import type { AllSettings } from '#contract/school/settings.ts';

export interface SettingsEntry {
  page: PageName;
  name: string;
  /** What is set there, in a line. */
  lead: string;
  icon: LucideIcon;
  /** The labels of its fields, each with what people call it. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Everyday words for the whole page. */
  words: readonly string[];
  /** Its state, in at most four words. */
  state?: (settings: AllSettings) => string;
}

export interface SettingsGroup {
  name: string;
  lead: string;
  /** Most schools need none of it. */
  isFolded?: true;
  entries: readonly SettingsEntry[];
}
