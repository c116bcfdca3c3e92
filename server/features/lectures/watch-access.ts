import type { Role } from '#contract/values.ts';

/** Somebody who is not signed in, as media addresses name them: no device is counted. */
export const VISITOR = { id: 'visitor', sessionHash: '' };
export const VISITOR_EPOCH = 0;
export const isVisitor = (userId: string): boolean => userId === VISITOR.id;

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
