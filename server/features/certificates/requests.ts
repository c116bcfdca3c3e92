import type { z } from 'zod';
import {
  CertificateEvidence,
  type CertificateRequest,
  type CertificateStanding,
} from '#contract/certificates/certificate-fields.ts';
import { toInstant } from '#server/clock.ts';
import { recordChange } from '#server/audit/context.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { NoticePort } from '#server/notice-port.ts';
import { lettersNotDrawn } from '#server/pdf/letters.ts';
import type { Platform } from '#server/platform.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { findCourse, type Place } from './certificates.queries.ts';
import { evidenceText } from './evidence-text.ts';
import type { Issuing } from './issue.ts';
import {
  countWaiting,
  decideWaiting,
  findLatestRequest,
  findName,
  findWaiting,
  listWaiting,
  nameWaiting,
} from './requests.queries.ts';
import type { Rules } from './rules.ts';

type OwnRequest = z.input<typeof CertificateStanding.request>;

export interface RequestsNeeds {
  rules: Rules;
  issuing: Issuing;
  policy: Pick<CoursePolicy, 'staffOf'>;
  notices: Pick<NoticePort, 'notify'>;
}

/** Certificates that wait for a person. */
export const createRequests = ({ database, clock }: Platform, { rules, issuing, policy, notices }: RequestsNeeds) => {
  const { db } = database;

  const evidenceOf = (evidence: string): CertificateEvidence => CertificateEvidence.parse(JSON.parse(evidence));

  return {
    /** What a user waits for in a course, or why it was declined. */
    ofUser: async (place: Place): Promise<OwnRequest> => {
      const row = await findLatestRequest(db, place);
      if (!row || row.state === 'approved') return null;
      return { state: row.state, requestedAt: toInstant(row.created_at), reason: row.reason ?? '' };
    },

    list: async (
      actor: Actor,
      page: { limit: number; offset: number },
    ): Promise<{ requests: z.input<typeof CertificateRequest>[]; total: number }> => {
      const courseIds = await policy.staffOf(actor, 'teacher');
      const rows = await listWaiting(db, courseIds, page);
      return {
        requests: rows.map((row) => {
          const evidence = evidenceOf(row.evidence);
          return {
            _id: row.id,
            course: { _id: row.course_id, title: row.title },
            fullName: row.full_name,
            evidence,
            measured: evidenceText(evidence),
            completedAt: toInstant(row.completed_at),
            requestedAt: toInstant(row.created_at),
            lettersNotDrawn: lettersNotDrawn(row.full_name, row.title),
          };
        }),
        total: (await countWaiting(db, courseIds)).count,
      };
    },

    /** Throws `certificate_request_not_found`, `certificate_not_active` and `certificate_not_earned`. */
    decide: (
      { id: actorId }: Actor,
      place: { courseId: string; requestId: string },
      { isApproved, reason }: { isApproved: boolean; reason: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        const known = await findWaiting(tx, place);
        if (!known) throw fail('certificate_request_not_found');
        const { user_id: userId, course_id: courseId, rule_version: version } = known;
        const holder = await lockUser(tx, userId);
        // Two people may decide at the same moment: the second waits, and finds nothing.
        if (!holder || !(await findWaiting(tx, place))) throw fail('certificate_request_not_found');
        const state = isApproved ? 'approved' : 'declined';
        recordChange({ before: { state: 'waiting' }, after: { state, ...(reason !== '' && { reason }) } });
        if (!isApproved) {
          const decided = { state: 'declined', reason, decided_by: actorId, decided_at: clock.now() } as const;
          await decideWaiting(tx, { userId, courseId }, decided);
          const courseTitle = (await findCourse(tx, courseId))?.title ?? '';
          await notices.notify(tx, [
            {
              userId,
              dedupeKey: `certificate_declined:${known.id}`,
              content: { kind: 'certificate_declined', courseId, courseTitle, reason },
            },
          ]);
          return;
        }
        const rule = await rules.version(tx, courseId, version);
        const held = await issuing.heldIn(tx, { userId, courseId });
        if (!rule || held?.revoked_at) throw fail('certificate_not_active');
        const approvedBy = { id: actorId, name: await findName(tx, actorId) };
        const earned = { rule, evidence: evidenceOf(known.evidence), completedAt: known.completed_at, approvedBy };
        if (!(await issuing.give(tx, { userId, courseId }, { holder, held, earned, isQuiet: false })))
          throw fail('certificate_not_earned');
      }),

    /** How many wait in the school, the longest of them since when, and who. */
    waiting: async () => {
      const waiting = await countWaiting(db);
      return { ...waiting, names: waiting.count === 0 ? [] : await nameWaiting(db) };
    },
  };
};
