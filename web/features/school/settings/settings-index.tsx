import { Trans, useLingui } from '@lingui/react/macro';
import { groupBy } from '#contract/group-by.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AllSettings } from '#contract/school/settings.ts';
import { settingsQuery } from '#web/api/school-queries.ts';
import { More } from '#web/ui/more.tsx';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { useKeys } from '#web/ui/use-keys.ts';
import { findSettings, type FoundSetting } from './find-settings.ts';
import { settingsGroups } from './settings-groups.ts';

const Row = ({ found: { entry, word, to }, settings }: { found: FoundSetting; settings: AllSettings | undefined }) => {
  const language = useLanguage();
  const { icon: Icon, state } = entry;
  const name = language._(entry.name);
  return (
    <li className="bg-base-100">
      <Link to={to} className="flex min-h-17 items-center gap-4 px-4 py-2 hover:bg-base-200">
        <span className="grid size-9 shrink-0 place-items-center rounded-field bg-base-200">
          <Icon size={18} aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{word === undefined ? name : `${name} › ${word}`}</span>
          <span className="meta block">{language._(entry.lead)}</span>
        </span>
        {settings && state && <span className="meta max-w-[40%] shrink-0 truncate">{state(settings, language)}</span>}
        <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  );
};

/** Lines between rows and columns, also where the last row has one entry. */
const LIST =
  'grid gap-px overflow-hidden rounded-box border border-line bg-line lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2';

const Fold = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) =>
  isFolded ? <More>{children}</More> : children;

/** All settings by group, each with its state. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const { data } = useQuery(settingsQuery());
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const found = groupBy(findSettings(typed, language), ({ entry }) => entry);
  const groups = settingsGroups
    .map((group) => ({ ...group, found: group.entries.flatMap((entry) => found.get(entry) ?? []) }))
    .filter((group) => group.found.length > 0);
  return (
    <AdminPage heading={t`Settings`}>
      <label className="input mt-5 max-w-[32rem]">
        <Search size={20} className="text-muted" aria-hidden="true" />
        <span className="sr-only">
          <Trans>Search settings</Trans>
        </span>
        <input
          ref={field}
          type="search"
          dir="auto"
          maxLength={200}
          placeholder={t`GST, logo, refund, webhook`}
          aria-keyshortcuts="/"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <output className={groups.length > 0 ? 'sr-only' : 'mt-6 block'}>
        {groups.length === 0 && noResultsFor(typed.trim(), language)}
      </output>
      {groups.map(({ name, lead, isFolded = false, found: rows }) => (
        <section
          key={language._(name)}
          className="mt-7 grid gap-x-6 gap-y-3 xl:grid-cols-[14rem_minmax(0,1fr)]"
          aria-label={language._(name)}
        >
          <div>
            <h2 className="text-title">{language._(name)}</h2>
            <p className="meta">{language._(lead)}</p>
          </div>
          <Fold isFolded={isFolded && typed.trim() === ''}>
            <ul className={LIST}>
              {rows.map((row) => (
                <Row key={row.to} found={row} settings={data?.settings} />
              ))}
            </ul>
          </Fold>
        </section>
      ))}
    </AdminPage>
  );
}
