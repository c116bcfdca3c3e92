import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ForumChange } from '#contract/accounts/forum.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useDescribedSection } from './described-section.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';

const fields = {
  address: {
    label: msg`Address of the forum`,
    type: 'url',
    placeholder: 'https://forum.school.example',
    autoComplete: 'off',
    hint: msg`Leave empty to have no forum.`,
    whenMissing: messages.forum.badAddress,
  },
  secret: { is: 'secret', label: msg`Secret`, whenMissing: messages.forum.secretMissing },
} as const;

/** Logs learners in to a forum that Discourse runs. */
export function ForumForm({ forum }: { forum: AllSettings['forum'] }) {
  const { t } = useLingui();
  const address = window.location.origin + pathTo('forumLogin');
  const { frame, show } = useDescribedSection({
    section: forum,
    fields,
    secrets: { secret: forum.secret },
    schema: ForumChange,
    save: (body) => call('PUT /admin/settings/forum', { body }),
    sectionIn: (settings) => settings.forum,
  });
  return (
    <SectionForm title={t`Forum`} {...frame}>
      <div className="space-y-2">
        <h2 className="text-title">
          <Trans>Discourse forum</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>
            Learners log in to your Discourse forum with their account here. In the settings of Discourse, enter{' '}
            <b className="break-all font-semibold text-base-content">{address}</b> as <i>discourse connect url</i> and
            the secret below as <i>discourse connect secret</i>, then switch on <i>enable discourse connect</i>.
          </Trans>
        </p>
      </div>
      {show('address', 'secret')}
    </SectionForm>
  );
}
