import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';

type Stated = Pick<ManagedCourse, 'isDraft' | 'approvalRequestedAt' | 'declined'>;

const labelOf = ({ isDraft, approvalRequestedAt, declined }: Stated): BadgeLabel => {
  if (!isDraft) return { label: 'Published', tone: 'good' };
  if (approvalRequestedAt !== null) return { label: 'Waiting for approval', tone: 'waiting' };
  return declined ? { label: 'Declined', tone: 'bad' } : { label: 'Draft', tone: 'plain' };
};

export const CourseStateBadge = ({ course }: { course: Stated }) => <StateBadge {...labelOf(course)} />;
