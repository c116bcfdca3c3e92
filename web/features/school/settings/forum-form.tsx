import { ForumChange } from '#contract/accounts/forum.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { SectionForm, useSectionForm } from './section-form.tsx';
import { SecretSetting, type Setting, SettingFields } from './setting-field.tsx';

type Forum = AllSettings['forum'];

const address: Setting<'address'> = {
  name: 'address',
  label: 'Address of the forum',
  type: 'url',
  placeholder: 'https://forum.school.example',
  autoComplete: 'off',
  hint: 'Leave empty to have no forum.',
  whenMissing: messages.forum.badAddress,
};

const draftOf = ({ values }: Forum) => ({ ...values, secret: '' });

const FormSchema = ForumChange.extend({
  // An empty field keeps the stored secret.
  secret: ForumChange.shape.secret.transform((secret) => secret || undefined),
});

/** Logs learners in to a forum that Discourse runs. */
export function ForumForm({ forum }: { forum: Forum }) {
  const { values, environment, secret } = forum;
  const { field, frame, saveCount } = useSectionForm({
    schema: FormSchema,
    defaults: draftOf(forum),
    save: (body) => call('PUT /admin/settings/forum', { body }),
    draftOf: (settings) => draftOf(settings.forum),
  });
  return (
    <SectionForm title="Forum" {...frame}>
      <div className="space-y-2">
        <h2 className="text-card">Discourse forum</h2>
        <p className="text-sm text-muted">
          Learners log in to your Discourse forum with their account here. In the settings of Discourse, enter{' '}
          <b className="break-all font-semibold text-base-content">{window.location.origin + pathTo('forumLogin')}</b>{' '}
          as <i>discourse connect url</i> and the secret below as <i>discourse connect secret</i>, then switch on{' '}
          <i>enable discourse connect</i>.
        </p>
      </div>
      <SettingFields field={field} values={values} environment={environment} settings={[address]} />
      <SecretSetting
        key={saveCount}
        label="Secret"
        state={secret}
        variable={environment['secret']}
        {...field('secret', messages.forum.secretMissing)}
      />
    </SectionForm>
  );
}
