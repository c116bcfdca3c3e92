import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ACCEPTED_BY_BUYERS } from '#contract/accepted-pages.ts';
import { messages } from '#contract/messages.ts';
import { writtenPath } from '#contract/pages.ts';
import { type EditedSitePage, SITE_PAGE_MAX_CHARACTERS, sitePages } from '#contract/school/site-pages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { editedSitePageQuery, sitePagePreviewQuery, sitePagesQuery } from '#web/api/school-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useChangeSite, useSite } from '#web/ui/page/site.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatMoment } from '#contract/format.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

const said = messages.sitePages;

function Preview({ body }: { body: string }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...sitePagePreviewQuery(body), enabled: body.trim() !== '' });
  return (
    <section aria-label={t`Preview`} className="border-line p-5 max-xl:border-t xl:border-s">
      <h3 className="meta mb-3 font-sans">
        <Trans>Preview</Trans>
      </h3>
      {data && body.trim() !== '' && <RichText blocks={data.content} />}
    </section>
  );
}

interface VersionsProps {
  versions: EditedSitePage['versions'];
  onRestore: (text: { title: string; body: string }) => void;
}

function Versions({ versions, onRestore }: VersionsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (versions.length === 0) return null;
  return (
    <section className="border-t border-line p-5">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        <Trans>Versions</Trans>
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {versions.map(({ number, publishedAt, purchases, people, asksAgain, title, body }, index) => (
          <li key={number} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
            <span>
              <span className="font-medium">
                <Trans>Version {{ version: number }}</Trans>
              </span>{' '}
              <span className="text-muted">
                {formatMoment(publishedAt, timeZone, locale)}
                {purchases !== null && ' · '}
                {purchases !== null && (
                  <Trans>
                    accepted by <Plural value={purchases} one="# buyer" other="# buyers" />,{' '}
                    <Plural value={people} one="# account" other="# accounts" />
                  </Trans>
                )}
                {asksAgain && ` · ${t`asked everyone`}`}
              </span>
            </span>
            {index > 0 && (
              <Button tone="ghost" onClick={() => onRestore({ title, body })}>
                <Trans>
                  Restore <span className="sr-only">version {number}</span>
                </Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeleteButton({ slug, title }: Pick<EditedSitePage, 'slug' | 'title'>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const changeSite = useChangeSite();
  const { sitePages: links } = useSite();
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <Button tone="ghost" onClick={open}>
          <Trash2 size={16} aria-hidden="true" />
          <Trans>Delete</Trans>
        </Button>
      )}
      title={t`Delete “${title}”?`}
      confirmLabel={t`Delete page`}
      cancelLabel={t`Keep page`}
      run={() => call('DELETE /admin/pages/:slug', { params: { slug } })}
      messages={{ error: said.removeFailed }}
      onSuccess={async () => {
        changeSite({ sitePages: links.filter((link) => link.slug !== slug) });
        await navigate(pathTo('pageSettings'));
      }}
      changes={[['site-pages', 'drafts']]}
    >
      <Trans>Visitors can no longer open it, and its versions are deleted.</Trans>
    </ConfirmAction>
  );
}

/** The form of a draft. `publishes` says whether the next submit also publishes it. */
const useDraft = (page: EditedSitePage) => {
  const { slug } = page;
  const queryClient = useQueryClient();
  const changeSite = useChangeSite();
  const { sitePages: links } = useSite();
  const publishes = useRef(false);
  const asksAgain = useRef(false);
  const params = { slug };
  const draft = useContractForm({
    schema: sitePages.save.body,
    defaults: { title: page.title, body: page.body },
    messages: { error: said.saveFailed, incomplete: said.bodyMissing },
    run: async (body) => {
      const saved = await call('PUT /admin/pages/:slug', { params, body });
      return publishes.current
        ? call('POST /admin/pages/:slug/publish', { params, body: { asksAgain: asksAgain.current } })
        : saved;
    },
    onSuccess: async (saved) => {
      const { title, body, version, versions } = saved.sitePage;
      draft.showSaved({ title, body });
      queryClient.setQueryData(editedSitePageQuery(slug).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: sitePagesQuery().queryKey, exact: true });
      if (!publishes.current) return;
      const others = links.filter((link) => link.slug !== slug);
      const askedVersion = versions.find((one) => one.asksAgain)?.number ?? 0;
      changeSite({ sitePages: [...others, { slug, title, version, askedVersion }] });
      await invalidate(queryClient, [['site-pages', 'published', slug]]);
    },
  });
  const submit = (isPublished: boolean, asks = false) => {
    publishes.current = isPublished;
    asksAgain.current = asks;
    void draft.submit();
  };
  const restore = (text: { title: string; body: string }) => {
    draft.form.setValue('title', text.title, { shouldDirty: true });
    draft.form.setValue('body', text.body, { shouldDirty: true });
  };
  return { ...draft, submit, restore, isDirty: draft.form.formState.isDirty };
};

const Address = ({ slug, version }: EditedSitePage) =>
  version === 0 ? (
    <span className="text-sm text-muted">
      <Trans>Not published</Trans>
    </span>
  ) : (
    <a href={writtenPath(slug)} className="inline-flex min-h-11 items-center gap-2 text-sm underline">
      <ExternalLink size={16} aria-hidden="true" />
      {writtenPath(slug)}
    </a>
  );

interface AsksAgainProps {
  page: EditedSitePage;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Nothing for pages that nobody accepts, and for first versions. */
const AsksAgain = ({ page, isChecked, onChange }: AsksAgainProps) => {
  const { t } = useLingui();
  return (
    ACCEPTED_BY_BUYERS.includes(page.slug) &&
    page.version > 0 && (
      <CheckField
        label={t`Ask everyone to accept the next version`}
        hint={t`For changes that matter to them. Until then a bar on every page asks those who are logged in.`}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  );
};

/** The draft of a page, with what visitors will read beside it, and its versions. */
export function PageEditor({ page }: { page: EditedSitePage }) {
  const { t } = useLingui();
  const { form, field, formError, isBusy, isDirty, submit, restore } = useDraft(page);
  const body = useWatch({ control: form.control, name: 'body' });
  const [asksAgain, setAsksAgain] = useState(false);
  return (
    <form
      noValidate
      aria-label={page.title}
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-4">
        <Address {...page} />
        <div className="flex flex-wrap gap-2">
          {!page.isBuiltIn && <DeleteButton {...page} />}
          <Button tone="quiet" isDisabled={!isDirty || isBusy} onClick={() => submit(false)}>
            <Trans>Save draft</Trans>
          </Button>
          <Button
            isBusy={isBusy}
            isDisabled={!isDirty && !page.isChanged}
            onClick={() => {
              submit(true, asksAgain);
              setAsksAgain(false);
            }}
          >
            <Trans>Publish version {{ number: page.version + 1 }}</Trans>
          </Button>
        </div>
      </div>
      <div className="grid xl:grid-cols-2">
        <div className="min-w-0 space-y-4 p-5">
          {formError && <FormAlert>{formError}</FormAlert>}
          <TextField label={t`Title`} maxLength={80} {...field('title', said.titleMissing)} />
          <MarkdownField
            label={t`Text`}
            values={page.values}
            maxLength={SITE_PAGE_MAX_CHARACTERS}
            hint={t`Values in braces come from Seller, Plans and Settings and stay up to date.`}
            {...field('body', said.bodyMissing)}
          />
          <AsksAgain page={page} isChecked={asksAgain} onChange={setAsksAgain} />
        </div>
        <Preview body={body} />
      </div>
      <Versions versions={page.versions} onRestore={restore} />
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
