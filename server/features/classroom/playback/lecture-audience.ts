import type { Role } from '#contract/fields.ts';

/** The user id of visitors in media addresses; their devices are not counted. */
export const VISITOR = { id: 'visitor', sessionHash: '' };
export const VISITOR_EPOCH = 0;
export const isVisitor = (userId: string): boolean => userId === VISITOR.id;

export interface Watcher {
  id: string;
  /** Undefined for a visitor. */
  role: Role | undefined;
}

/** Who may play a lecture that is not deleted: drafts admins, free previews anyone, others users with access. */
export const mayPlay = async (
  { id, role }: Watcher,
  { isShown, isFreePreview }: { isShown: boolean; isFreePreview: boolean },
  stillHasAccess: (userId: string) => Promise<boolean>,
): Promise<boolean> => {
  if (!isShown) return role === 'ADMIN';
  return isFreePreview || (role !== undefined && stillHasAccess(id));
};
