import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReleaseRule } from '#contract/access/release.ts';
import { endpointQuery } from '#web/api/query.ts';

/** A section or a lecture. */
export interface ReleaseTarget {
  kind: 'section' | 'lecture';
  id: string;
  title: string;
}

const releaseQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/release', { params: { courseId } });

export const isAbout = (rule: ReleaseRule, { kind, id }: Pick<ReleaseTarget, 'kind' | 'id'>): boolean =>
  (kind === 'section' ? rule.sectionId : rule.lectureId) === id;

/** When the parts of a course open, and whose rule is being edited. */
export const useRelease = (courseId: string) => {
  const { data, refetch } = useQuery(releaseQuery(courseId));
  const [target, edit] = useState<ReleaseTarget>();
  const rules = data?.rules ?? [];
  return {
    rules,
    reload: refetch,
    target,
    edit,
    ruleOf: (of: ReleaseTarget) => rules.find((rule) => isAbout(rule, of)),
  };
};

export type Release = ReturnType<typeof useRelease>;
