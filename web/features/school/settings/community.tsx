import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CommunitySettings } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { call } from '#web/api/call.ts';
import { More } from '#web/ui/more.tsx';
import { useChangeSite } from '#web/ui/page/site.tsx';
import { useDescribedSection } from './described-section.tsx';
import { ForumForm } from './forum-form.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const fields = {
  questions: {
    is: 'switch',
    label: msg`Questions under lectures`,
    hint: msg`Learners ask at a second of the video, and teachers answer in one queue.`,
  },
  reviews: {
    is: 'switch',
    label: msg`Reviews of courses`,
    hint: msg`By people who watched 20 % or 30 minutes of a course. From three reviews on it shows a rating.`,
  },
  notices: {
    is: 'switch',
    label: msg`Notices`,
    hint: msg`The bell, and emails about answers, reviews and new lectures. Receipts, the end of access and the week of admins are always sent.`,
  },
  podcasts: {
    is: 'switch',
    label: msg`Private podcasts`,
    hint: msg`Learners hear the lectures of their courses in a podcast app, by a secret address of their own. It counts as one of their devices.`,
  },
} as const;

function CommunityForm({ community }: { community: AllSettings['community'] }) {
  const { t } = useLingui();
  const changeSite = useChangeSite();
  const { frame, show } = useDescribedSection({
    section: community,
    fields,
    schema: CommunitySettings,
    save: (body) => call('PUT /admin/settings/community', { body }),
    sectionIn: (settings) => settings.community,
    onSaved: (settings) => changeSite({ community: settings.community.values }),
  });
  return (
    <SectionForm title={t`Community`} {...frame}>
      <p className="text-sm text-muted">
        <Trans>What is switched off is hidden and kept: it returns when you switch it on.</Trans>
      </p>
      {show('questions', 'reviews', 'notices')}
      <More isOpen={community.values.podcasts}>{show('podcasts')}</More>
    </SectionForm>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Community`}>
      {({ community, forum }) => (
        <div className="space-y-6">
          <CommunityForm community={community} />
          <More label={t`More: a Discourse forum`} isOpen={forum.values.address !== ''}>
            <ForumForm forum={forum} />
          </More>
        </div>
      )}
    </SettingsFrame>
  );
};
