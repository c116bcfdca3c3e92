import type { LearnerState } from './course-learners.ts';

/** How each state of a learner reads, in the order of the chips. */
export const learnerNames: Record<LearnerState, string> = {
  not_begun: 'Not begun',
  under_way: 'Under way',
  stuck: 'Stuck',
  done: 'Done',
};
