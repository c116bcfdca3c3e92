import type { Person } from '../../factories.ts';
import type { ExtensionMove, Racer } from './racer.ts';
import type { Request, School } from './school.ts';

/** All that a person has or had ends later. */
export const extendAll = ({ admin }: School, { id: userId }: Person): Request => ({
  path: '/admin/access/extend',
  body: { userId, days: 15, reason: 'The exam moves', sendsNotice: false },
  headers: admin.headers,
});

/** The request of each move about longer access of a person as a whole. */
export const extensionRequestsOf = (
  school: School,
  { person, extensionId }: Racer,
): Record<ExtensionMove, () => Request> => ({
  extendAll: () => extendAll(school, person),
  undoExtension: () => ({
    path: `/admin/access/extensions/${extensionId}/undo`,
    body: {},
    headers: school.admin.headers,
  }),
});
