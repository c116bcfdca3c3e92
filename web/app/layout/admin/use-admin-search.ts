import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { accessNames } from '#contract/access/access-names.ts';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, FileText, LibraryBig, type LucideIcon, Settings, Users } from 'lucide-react';
import { pages } from '#contract/pages.ts';
import { adminSearchQuery } from '#web/api/school-queries.ts';
import { formatMoney, formatShortDay } from '#contract/format.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { findSettings } from '#web/features/school/settings/find-settings.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useQuiet } from '#web/ui/use-quiet.ts';
import { pathTo } from '#web/app/path-to.ts';
import { adminEntries, type Entry, searchedPages, teacherEntries, useIsOn } from './entries.ts';
import { english, type Language } from '#contract/languages/language.ts';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import { useLanguage, useSay } from '#web/ui/language/language.tsx';

const QUIET_MS = 150;
/** The server finds nothing for less. */
const MIN_LENGTH = 2;

export interface SearchResult {
  key: string;
  to: string;
  name: string;
  detail?: string;
}

export interface SearchGroup {
  title: string;
  icon: LucideIcon;
  results: readonly SearchResult[];
}

/** By the name in the language of the page, or in English, which admins may know from elsewhere. */
const pagesFor = (entries: readonly Omit<Entry, 'icon'>[], search: string, { _ }: Language): SearchResult[] =>
  entries
    .filter(({ name }) => [_(name), english._(name)].some((said) => said.toLowerCase().includes(search.toLowerCase())))
    .map(({ page, name }) => ({ key: page, to: pages[page].path, name: _(name) }));

const noteFor = (failed: boolean, isEmpty: boolean, search: string, language: Language): string => {
  if (failed) return language._(msg`The search failed. Please try again.`);
  return isEmpty ? noResultsFor(search, language) : '';
};

export interface Found {
  groups: readonly SearchGroup[];
  /** Explains an empty result. */
  note: string;
}

/** The pages of teachers, and their own courses. */
export function useTeacherSearch(typed: string): Found {
  const { t } = useLingui();
  const language = useLanguage();
  const { data, isError } = useQuery(teachQuery());
  const isOn = useIsOn();
  const search = typed.trim().toLowerCase();
  const courses = (data?.courses ?? []).filter(({ title }) => search !== '' && title.toLowerCase().includes(search));
  const groups: SearchGroup[] = [
    { title: t`Pages`, icon: FileText, results: pagesFor(teacherEntries.filter(isOn), search, language) },
    {
      title: t`Courses`,
      icon: LibraryBig,
      results: courses.map(({ _id: course, title: name, role, isDraft }) => ({
        key: `course-${course}`,
        to: role === 'teacher' ? pathTo('teachCourse', { course }) : pathTo('classroom', { course }),
        name,
        ...(isDraft ? { detail: t`Draft` } : {}),
      })),
    },
  ];
  const shown = groups.filter(({ results }) => results.length > 0);
  return { groups: shown, note: noteFor(isError, shown.length === 0, typed.trim(), language) };
}

/** The results of a search, by kind; without one, every page. */
export function useAdminSearch(typed: string): Found {
  const { t } = useLingui();
  const language = useLanguage();
  const say = useSay();
  const { currencySymbol, timeZone } = useSite();
  const isOn = useIsOn();
  const search = useQuiet(typed.trim(), QUIET_MS);
  const isLong = search.length >= MIN_LENGTH;
  const query = useQuery({ ...adminSearchQuery(search), enabled: isLong });
  const found = isLong ? query.data : undefined;
  const groups: SearchGroup[] = [
    {
      title: t`Pages`,
      icon: FileText,
      results: pagesFor([...adminEntries.filter(isOn), ...searchedPages], typed.trim(), language),
    },
    {
      title: t`Settings`,
      icon: Settings,
      results: (typed.trim() === '' ? [] : findSettings(typed, language)).map(
        ({ entry: { page, name, lead }, word, field, to }) => ({
          // No id has spaces.
          key: `setting-${page}-${(field ?? '').replaceAll(/\s+/g, '-')}`,
          to,
          name: word === undefined ? language._(name) : `${language._(name)} › ${word}`,
          detail: language._(lead),
        }),
      ),
    },
    {
      title: t`People`,
      icon: Users,
      results: (found?.people ?? []).map(({ _id: userId, fullName: name, email, access }) => ({
        key: `person-${userId}`,
        to: pathTo('userAccess', { userId }),
        name,
        detail: `${email}, ${say(accessNames[access.state]).toLowerCase()}`,
      })),
    },
    {
      title: t`Courses`,
      icon: LibraryBig,
      results: (found?.courses ?? []).map(({ _id: course, title: name, isDraft }) => ({
        key: `course-${course}`,
        to: pathTo('editCourse', { course }),
        name,
        ...(isDraft ? { detail: t`Draft` } : {}),
      })),
    },
    {
      title: t`Payments`,
      icon: CreditCard,
      results: (found?.payments ?? []).map(({ paymentId, userName, amountInPaise, startedAt }) => ({
        key: `payment-${paymentId}`,
        to: pathTo('payment', { paymentId }),
        name: userName ?? paymentId,
        detail: `${formatMoney(amountInPaise, currencySymbol)}, ${formatShortDay(startedAt, timeZone, language.locale)}`,
      })),
    },
  ];
  const shown = groups.filter(({ results }) => results.length > 0);
  const isWaiting = typed.trim() !== search || query.isFetching;
  return { groups: shown, note: isWaiting ? '' : noteFor(query.isError, shown.length === 0, search, language) };
}
