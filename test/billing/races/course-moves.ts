import { randomUUID } from 'node:crypto';
import type { CourseMove, Paid, Racer } from './racer.ts';
import type { Request, School } from './school.ts';

const terms = { priceInPaise: 9900, term: { unit: 'month', count: 6 }, refundDays: 7, isRenewing: false } as const;

/** The request of each move about courses. */
export const courseRequestsOf = (
  { courses, admin }: School,
  { person: { id, headers }, purchaseId, course }: Racer,
  byAdmin: (path: string, body: object) => Request,
): Record<CourseMove, () => Request> => {
  const [first, second, third] = courses;
  const opening = (courseIds: string[]): Request => ({
    method: 'PUT',
    path: `/admin/plans/${course?.planId}`,
    body: { name: 'Two courses', isVisible: true, opens: { courseIds }, ...terms },
    headers: admin.headers,
  });
  const access = `/admin/people/${id}`;
  const report = (paid: Paid | undefined): Request => ({ path: '/payments/verify', body: { ...paid?.proof }, headers });
  return {
    buyCourse: () => report(course?.paid),
    refundCourse: () => byAdmin(`/admin/payments/${purchaseId}/refund`, { idempotencyKey: randomUUID() }),
    addCourse: () => opening([first, second, third]),
    dropCourse: () => opening([first]),
    grantCourse: () => byAdmin(`${access}/grant`, { untilDay: '2030-03-01', courseId: second }),
    revokeCourse: () => byAdmin(`${access}/revoke`, { courseId: second }),
    redeemCourse: () => ({ path: '/gifts/redeem', body: { token: course?.gift?.token }, headers }),
    upgrade: () => report(course?.upgrade),
  };
};
