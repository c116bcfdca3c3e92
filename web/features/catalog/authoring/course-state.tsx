import { msg } from '@lingui/core/macro';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Stated = Pick<ManagedCourse, 'isDraft' | 'approvalRequestedAt' | 'declined'>;

const labelOf = ({ isDraft, approvalRequestedAt, declined }: Stated, { _ }: Language): BadgeLabel => {
  if (!isDraft) return { label: _(msg`Published`), tone: 'good' };
  if (approvalRequestedAt !== null) return { label: _(msg`Waiting for approval`), tone: 'waiting' };
  return declined ? { label: _(msg`Declined`), tone: 'bad' } : { label: _(msg`Draft`), tone: 'plain' };
};

export const CourseStateBadge = ({ course }: { course: Stated }) => {
  const language = useLanguage();
  return <StateBadge {...labelOf(course, language)} />;
};
