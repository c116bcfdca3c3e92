import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Mail, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { type Announcement, ANNOUNCEMENT_MAX_CHARACTERS } from '#contract/announcements/announcements.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Addressed, audienceOf, type Draft, draftOf, draftSchema } from './announcement-form.ts';
import { announcementQuery, useAnnouncementPaths } from './announcement-queries.ts';
import { AudiencePanel, useCount } from './audience-panel.tsx';
import { EmailPreview } from './email-preview.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.announcements;

/** What follows when the draft is saved. */
type Next = { kind: 'save' } | { kind: 'test' } | { kind: 'send'; sendAt?: string };

const goOn = async (announcementId: string, next: Next): Promise<{ message: string; announcement?: Announcement }> => {
  const params = { announcementId };
  if (next.kind === 'test') return call('POST /announcements/:announcementId/test', { params });
  const body = { sendAt: next.kind === 'send' ? next.sendAt : undefined };
  return call('POST /announcements/:announcementId/send', { params, body });
};

const useAddressed = (): Addressed => {
  const [address] = useSearchParams();
  return {
    courseId: address.get('course') ?? '',
    learners: address.get('learners') ?? '',
    skipsReminded: address.get('reminded') === 'false',
  };
};

/** The form of a draft; each action saves it first. */
const useDraft = (known: Announcement | undefined) => {
  const { isOfAdmins, one } = useAnnouncementPaths();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = useRef<Next>({ kind: 'save' });
  const draft = useContractForm({
    schema: draftSchema(!isOfAdmins),
    defaults: draftOf(known, useAddressed()),
    messages: { error: said.saveFailed, incomplete: said.incomplete },
    run: async (body) => {
      const saved = known
        ? await call('PUT /announcements/:announcementId', { params: { announcementId: known._id }, body })
        : await call('POST /announcements', { body });
      if (next.current.kind === 'save') return saved;
      return { announcement: saved.announcement, ...(await goOn(saved.announcement._id, next.current)) };
    },
    onSuccess: async (saved) => {
      const { announcement } = saved;
      draft.showSaved(draftOf(announcement));
      queryClient.setQueryData(announcementQuery(announcement._id).queryKey, { ...saved, success: true });
      await invalidate(queryClient, [['announcements', 'list']]);
      if (!known) await navigate(one(announcement._id), { replace: true });
    },
  });
  const submit = (then: Next): void => {
    next.current = then;
    void draft.submit();
  };
  return { ...draft, submit };
};

function DeleteButton({ _id: announcementId, title }: Announcement) {
  const { t } = useLingui();
  const { list } = useAnnouncementPaths();
  const navigate = useNavigate();
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <Button tone="ghost" onClick={open}>
          <Trash2 size={16} aria-hidden="true" />
          <Trans>Delete</Trans>
        </Button>
      )}
      title={t`Delete “${title}”?`}
      confirmLabel={t`Delete draft`}
      cancelLabel={t`Keep draft`}
      run={() => call('DELETE /announcements/:announcementId', { params: { announcementId } })}
      messages={{ error: said.removeFailed }}
      onSuccess={() => navigate(list)}
      changes={['announcements']}
    >
      <Trans>Nobody got it.</Trans>
    </ConfirmAction>
  );
}

interface ActionsProps {
  known: Announcement | undefined;
  people: number | undefined;
  isBusy: boolean;
  submit: (next: Next) => void;
}

function Actions({ known, people, isBusy, submit }: ActionsProps) {
  const { t } = useLingui();
  const [isScheduling, setScheduling] = useState(false);
  const isDisabled = isBusy || people === 0;
  return (
    <div className="flex flex-wrap gap-2">
      <Button isBusy={isBusy} isDisabled={isDisabled} onClick={() => submit({ kind: 'send' })}>
        <Send size={18} aria-hidden="true" />
        {people === undefined ? t`Send` : t`Send to ${plural(people, { one: '# person', other: '# people' })}`}
      </Button>
      <Button tone="quiet" isDisabled={isDisabled} onClick={() => setScheduling(true)}>
        <CalendarClock size={18} aria-hidden="true" />
        <Trans context="announcement">Schedule</Trans>
      </Button>
      <Button tone="quiet" isDisabled={isBusy} onClick={() => submit({ kind: 'test' })}>
        <Mail size={18} aria-hidden="true" />
        <Trans>Send me a test</Trans>
      </Button>
      <Button tone="quiet" type="submit" isDisabled={isBusy}>
        <Trans>Save draft</Trans>
      </Button>
      {known && <DeleteButton {...known} />}
      {isScheduling && (
        <ScheduleDialog
          onClose={() => setScheduling(false)}
          onChoose={(sendAt) => {
            setScheduling(false);
            submit({ kind: 'send', sendAt });
          }}
        />
      )}
    </div>
  );
}

/** What stands for each reader in the place of its name. */
const valuesOf = (brandName: string, courseId: string | undefined, { _ }: Language) => [
  { name: 'name', text: _(msg`the name of the reader`) },
  { name: 'school', text: brandName },
  ...(courseId === undefined ? [] : [{ name: 'course', text: _(msg`the title of the course`) }]),
];

/** A draft: to whom, the text, and the email beside it. */
export function AnnouncementEditor({ announcement }: { announcement: Announcement | undefined }) {
  const language = useLanguage();
  const { t } = useLingui();
  const { form, field, formError, errorOf, isBusy, submit } = useDraft(announcement);
  const written: Draft = { ...draftOf(announcement), ...useWatch({ control: form.control }) };
  const audience = audienceOf(written);
  const { brandName } = useSite();
  const { isChosen, data } = useCount(audience);
  return (
    <form
      noValidate
      aria-label={t`Announcement`}
      className="grid items-start gap-6 xl:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit({ kind: 'save' });
      }}
    >
      <div className="grid min-w-0 gap-5">
        {formError && <FormAlert>{formError}</FormAlert>}
        {announcement?.state === 'cancelled' && (
          <p className="text-muted">
            <Trans>Cancelled before it was sent. You can change and send it.</Trans>
          </p>
        )}
        <AudiencePanel
          form={form}
          error={errorOf('courseId', said.courseMissing)}
          audience={audience}
          saved={announcement?.course ?? null}
        />
        <Panel title={t`Text`}>
          <div className="grid gap-4">
            <TextField label={t`Title`} maxLength={120} {...field('title', said.titleMissing)} />
            <MarkdownField
              label={t`Text`}
              rows={12}
              maxLength={ANNOUNCEMENT_MAX_CHARACTERS}
              values={valuesOf(brandName, audience.courseId, language)}
              {...field('body', said.bodyMissing)}
            />
          </div>
        </Panel>
        <Actions known={announcement} people={isChosen ? data?.people : undefined} isBusy={isBusy} submit={submit} />
      </div>
      <div className="min-w-0 xl:sticky xl:top-6">
        <EmailPreview title={written.title} body={written.body} courseId={audience.courseId} />
      </div>
      <LeaveGuard isDirty={form.formState.isDirty && !isBusy} />
    </form>
  );
}
