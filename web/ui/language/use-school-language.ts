import { english, type Language } from '#contract/languages/language.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useLanguage } from './language.tsx';

/** For texts that are stored and that others read: the language of the school where the page is in it, otherwise English. */
export const useSchoolLanguage = (): Language => {
  const language = useLanguage();
  const { language: ofSchool } = useSite();
  return language.i18n.locale === ofSchool ? language : english;
};
