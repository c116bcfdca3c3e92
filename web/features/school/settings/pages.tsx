import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { type SitePageEntry, sitePages } from '#contract/school/site-pages.ts';
import { call } from '#web/api/call.ts';
import { editedSitePageQuery, sitePagesQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { FormSkeleton, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PageEditor } from './page-editor.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.sitePages;

const stateOf = ({ version, isChanged }: SitePageEntry, { _ }: Language): string => {
  if (version === 0) return _(msg`Draft`);
  return isChanged ? _(msg`Version ${version}, changed`) : _(msg`Version ${version}`);
};

function Entry({ page, isCurrent }: { page: SitePageEntry; isCurrent: boolean }) {
  const language = useLanguage();
  const Icon = page.version > 0 && !page.isChanged ? CircleCheck : CircleDashed;
  return (
    <li>
      <Link
        to={pathTo('pageSettings', { page: page.slug })}
        aria-current={isCurrent ? 'page' : undefined}
        preventScrollReset
        className={`drawer-link h-auto justify-between py-2.5 ${isCurrent ? 'nav-current' : ''}`}
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{page.title}</span>
          <span className="meta block">{stateOf(page, language)}</span>
        </span>
        <Icon size={18} className={page.isChanged ? 'text-warning' : 'text-success'} aria-hidden="true" />
      </Link>
    </li>
  );
}

function NewPage({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { field, formError, isBusy, onSubmit } = useContractForm({
    schema: sitePages.create.body,
    defaults: { title: '' },
    messages: { error: said.createFailed, incomplete: said.titleMissing },
    run: (body) => call('POST /admin/pages', { body }),
    onSuccess: ({ sitePage }) => {
      onClose();
      void navigate(pathTo('pageSettings', { page: sitePage.slug }));
    },
  });
  return (
    <FormDialog
      title={t`New page`}
      confirmLabel={t`Add page`}
      lead={t`It starts as a draft. Once you publish it, the footer links to it.`}
      {...{ formError, isBusy, onClose, onSubmit }}
    >
      <TextField label={t`Title`} maxLength={80} data-first="" {...field('title', said.titleMissing)} />
    </FormDialog>
  );
}

const Group = ({ pages, current, label }: { pages: readonly SitePageEntry[]; current: string; label: string }) =>
  pages.length > 0 && (
    <>
      <h3 className="meta px-3 pt-4 pb-1 font-sans">{label}</h3>
      <ul>
        {pages.map((page) => (
          <Entry key={page.slug} page={page} isCurrent={page.slug === current} />
        ))}
      </ul>
    </>
  );

function Pages({ pages }: { pages: readonly SitePageEntry[] }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const current = useSearchParams()[0].get('page') ?? pages[0]?.slug ?? '';
  const query = useQuery(editedSitePageQuery(current));
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="text-sm text-muted">
          <Trans>
            Terms, privacy and refunds are drafted from your settings. Payment providers and the law require them.
          </Trans>
        </p>
        <Button tone="quiet" onClick={() => setAdding(true)}>
          <Plus size={16} aria-hidden="true" />
          <Trans>New page</Trans>
        </Button>
      </div>
      <div className="surface mt-5 grid overflow-clip lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label={t`Pages`} className="border-line p-2 max-lg:border-b lg:border-e">
          <Group label={t`In every school`} pages={pages.filter(({ isBuiltIn }) => isBuiltIn)} current={current} />
          <Group label={t`Your own`} pages={pages.filter(({ isBuiltIn }) => !isBuiltIn)} current={current} />
        </nav>
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="m-5 h-120" />}
          failure={said.failure}
          messageClass="p-5"
          notFound={{
            action: (
              <Link to={pathTo('pageSettings')}>
                <Trans>All pages</Trans>
              </Link>
            ),
          }}
        >
          {({ sitePage }) => <PageEditor key={sitePage.slug} page={sitePage} />}
        </QueryBoundary>
      </div>
      {isAdding && <NewPage onClose={() => setAdding(false)} />}
    </>
  );
}

export function Component() {
  const { t } = useLingui();
  const query = useQuery(sitePagesQuery());
  return (
    <SettingsFrame section={t`Pages`} isWide>
      {() => (
        <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={said.failure}>
          {({ sitePages: pages }) => <Pages pages={pages} />}
        </QueryBoundary>
      )}
    </SettingsFrame>
  );
}
