import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { type EmailText, emailTexts, type EmailWording } from '#contract/school/email-texts.ts';
import { emailTextNames } from '#contract/school/email-text-names.ts';
import { listOf } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { emailTextPreviewQuery, emailTextsQuery } from '#web/api/school-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { CheckButton } from '../settings/check-button.tsx';
import { EmailFrame } from '#web/ui/email-frame.tsx';
import { insertText } from '#web/ui/inputs/insert-text.ts';
import { MarkdownField, ValueMenu } from '#web/ui/inputs/markdown-field.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.emailTexts;

const wordingOf = ({ subject, heading, text }: EmailWording): EmailWording => ({ subject, heading, text });

/** What the server says of one field, or of all of them. */
const problemIn = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.details[0]?.message : undefined) ?? errorMessage(error, fallback);

function Preview({ id, wording }: { id: EmailText['id']; wording: EmailWording }) {
  const { t } = useLingui();
  const { data, error } = useQuery(emailTextPreviewQuery(id, wording));
  return (
    <section aria-label={t`Preview`} className="min-w-0 border-line max-xl:border-t xl:border-s">
      <div className="border-b border-line bg-base-200 p-4 text-sm">
        <h3 className="meta font-sans">
          <Trans>Preview with examples</Trans>
        </h3>
        {data && <p className="mt-1 font-semibold wrap-anywhere">{data.subject}</p>}
      </div>
      {error && (
        <div className="p-4">
          <FormAlert>{problemIn(error, said.previewFailed)}</FormAlert>
        </div>
      )}
      {data && <EmailFrame html={data.html} title={t`Preview`} />}
    </section>
  );
}

/** The draft of a text. */
const useDraft = (text: EmailText) => {
  const { id } = text;
  const queryClient = useQueryClient();
  const show = (saved: { emailText: EmailText }) => {
    draft.showSaved(wordingOf(saved.emailText));
    queryClient.setQueryData(
      emailTextsQuery().queryKey,
      (known) =>
        known && { ...known, emailTexts: known.emailTexts.map((one) => (one.id === id ? saved.emailText : one)) },
    );
  };
  const draft = useContractForm({
    schema: emailTexts.save.body,
    defaults: wordingOf(text),
    messages: { error: said.saveFailed, incomplete: said.incomplete },
    run: (body) => call('PUT /admin/settings/email-texts/:id', { params: { id }, body }),
    onSuccess: show,
  });
  return { ...draft, show, isDirty: draft.form.formState.isDirty };
};

const hintOf = (variables: EmailText['variables'], { _, locale }: Language): string => {
  const needed = variables.filter(({ isNeeded }) => isNeeded).map(({ name }) => `{${name}}`);
  return needed.length === 0
    ? _(msg`Unknown values are left out.`)
    : _(msg`Needs ${{ values: listOf(needed, locale) }}. Unknown values are left out.`);
};

interface SaveBarProps {
  id: EmailText['id'];
  isChanged: boolean;
  isDirty: boolean;
  isBusy: boolean;
  onDiscard: () => void;
  onReset: (reset: { emailText: EmailText }) => void;
}

const SaveBar = ({ id, isChanged, isDirty, isBusy, onDiscard, onReset }: SaveBarProps) => {
  const { t } = useLingui();
  return (
    <div className="save-bar sm:px-6 md:sticky md:bottom-0" data-dirty={isDirty || undefined}>
      <span className="text-sm text-muted">{isChanged ? t`Your own text` : t`Original text`}</span>
      <div className="flex flex-wrap gap-3">
        {isChanged && (
          <ActionButton
            tone="quiet"
            isDisabled={isBusy}
            run={() => call('DELETE /admin/settings/email-texts/:id', { params: { id } })}
            messages={{ error: said.resetFailed }}
            onSuccess={onReset}
          >
            <Trans>Back to the original text</Trans>
          </ActionButton>
        )}
        {isDirty && (
          <Button tone="ghost" isDisabled={isBusy} onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        )}
        <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
          <Trans>Save text</Trans>
        </Button>
      </div>
    </div>
  );
};

const SendTest = ({ id, wording, isDisabled }: { id: EmailText['id']; wording: EmailWording; isDisabled: boolean }) => {
  const { t } = useLingui();
  return (
    <CheckButton
      run={async () => {
        const { to } = await call('POST /admin/settings/email-texts/:id/test', {
          params: { id },
          body: wording,
        });
        return t`Sent to ${to}.`;
      }}
      failure={said.sendFailed}
      isDisabled={isDisabled}
    >
      <Trans>Send me a test</Trans>
    </CheckButton>
  );
};

/** Why the text of the owner is not used. */
const Problem = ({ problem }: { problem: string }) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  return <FormAlert>{t`${{ problem: _(problem) }} Until then, this email is sent with its original text.`}</FormAlert>;
};

/** The text of one email, with the email as it arrives beside it. */
export function TextEditor({ text }: { text: EmailText }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { id, problem, isChanged, variables } = text;
  const { form, field, formError, isBusy, isDirty, onSubmit, show } = useDraft(text);
  const [subject, heading, body] = useWatch({ control: form.control, name: ['subject', 'heading', 'text'] });
  const wording = useDeferredValue({ subject, heading, text: body });
  const values = variables.map(({ name, example }) => ({ name, text: example || t`a part of its own` }));
  const inLine = values.filter((_, index) => variables[index]?.example !== '');
  const insertInto = (name: 'subject' | 'heading') => (value: string) => {
    form.setFocus(name);
    if (document.activeElement instanceof HTMLInputElement) insertText(document.activeElement, `{${value}}`);
  };
  return (
    <form
      noValidate
      aria-label={language._(emailTextNames[id][0])}
      className="surface mt-5 overflow-clip"
      onSubmit={onSubmit}
    >
      <div className="grid xl:grid-cols-2">
        <div className="min-w-0 space-y-4 p-5">
          {formError && <FormAlert>{formError}</FormAlert>}
          {problem !== null && !isDirty && <Problem problem={problem} />}
          <TextField
            label={t`Subject`}
            maxLength={200}
            aside={<ValueMenu of="subject" values={inLine} onChoose={insertInto('subject')} />}
            {...field('subject', said.subjectMissing)}
          />
          <TextField
            label={t`Heading`}
            maxLength={200}
            aside={<ValueMenu of="heading" values={inLine} onChoose={insertInto('heading')} />}
            {...field('heading', said.incomplete)}
          />
          <MarkdownField
            label={t`Text`}
            rows={12}
            maxLength={5000}
            values={values}
            refusesUnknown
            hint={hintOf(variables, language)}
            {...field('text', said.textMissing)}
          />
          <SendTest id={id} wording={wording} isDisabled={isBusy} />
        </div>
        <Preview id={id} wording={wording} />
      </div>
      <SaveBar {...{ id, isChanged, isDirty, isBusy }} onDiscard={() => form.reset()} onReset={show} />
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
