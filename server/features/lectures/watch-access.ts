import type { Role } from '#contract/values.ts';

/** Stands in media addresses for somebody who is not signed in. */
export const VISITOR = 'visitor';
export const VISITOR_EPOCH = 0;

export interface Watcher {
  id: string;
  /** Undefined for a VISITOR. */
  role: Role | undefined;
}

/** Who may play a lecture that is not deleted: a draft ADMINs, a free preview anyone, any other who may watch. */
export const mayPlay = async (
  { id, role }: Watcher,
  { isShown, isFreePreview }: { isShown: boolean; isFreePreview: boolean },
  mayStillWatch: (userId: string) => Promise<boolean>,
): Promise<boolean> => {
  if (!isShown) return role === 'ADMIN';
  return isFreePreview || (role !== undefined && mayStillWatch(id));
};
