import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CertificateEvidence } from '#contract/certificates/certificate-fields.ts';
import { nameWithoutAddress } from '#contract/fields.ts';
import { recordAudit } from '#server/audit/audit.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { type LockedUser, lockUser } from '#server/database/lock-users.ts';
import { languageOfReader, readInLanguage } from '#server/database/translations.ts';
import { createReaders } from '#server/email/readers.ts';
import { newId } from '#server/ids.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import {
  findCourse,
  findLastDone,
  hasActive,
  insertCertificate,
  isStaff,
  listOfUser,
  nextStatusIndex,
  type Place,
  updateCertificate,
} from './certificates.queries.ts';
import { newCode } from './codes.ts';
import { signCertificate } from './credential.ts';
import { chosenQuizzes, createEvidence, isFulfilled, type QuizzesOf, type WatchedOf } from './evidence.ts';
import { createRenewing, isRenewable } from './renewal.ts';
import { decideWaiting, findLatestRequest, insertRequest } from './requests.queries.ts';
import type { RuleInForce, Rules } from './rules.ts';
import type { SchoolKeys } from './school-keys.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

/** Another process may take the place in the status list at the same moment. */
const MAX_TRIES = 20;

/** What certificates need to know of courses. */
export interface CertificateNeeds {
  watchedOf: WatchedOf;
  quizzesOf: QuizzesOf;
  notices: Pick<NoticePort, 'notify' | 'withdraw'>;
}

/** What the notices of a certificate are about. */
export const subjectOf = (id: string): string => `certificate:${id}`;

interface Requested {
  earned: Earned;
  isAsked: boolean;
}

/** Why a certificate is written, and of when. */
export interface Earned {
  rule: RuleInForce;
  evidence: CertificateEvidence;
  completedAt: number;
  /** Where the rule demands it. */
  approvedBy?: { id: string; name: string };
}

export type Issuing = ReturnType<typeof createIssuing>;

/** Issues certificates, each in a transaction of the caller. */
export const createIssuing = (
  platform: Platform,
  { keys, rules, needs }: { keys: SchoolKeys; rules: Rules; needs: CertificateNeeds },
) => {
  const { clock, settings, publicAddress, log } = platform;
  const readers = createReaders(platform);
  const renewalOf = createRenewing(needs);
  const evidenceOf = createEvidence(needs);

  /** Signs a row and stores it. False without a key, and when the user has one of the course. */
  const store = async (
    tx: Tx,
    facts: Omit<CertificateRow, 'id' | 'code' | 'key_id' | 'jws' | 'status_index'> & { id?: string },
  ): Promise<CertificateRow | undefined> => {
    const key = await keys.current(tx);
    if (!key) {
      log.error({ userId: facts.user_id, courseId: facts.course_id }, 'no key signs certificates');
      return undefined;
    }
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const unsigned = {
        id: newId(),
        ...facts,
        code: newCode(),
        key_id: key.id,
        status_index: await nextStatusIndex(tx),
      };
      const row = { ...unsigned, jws: signCertificate(unsigned, key.privateKey) };
      if (await insertCertificate(tx, row)) return row;
      if (await hasActive(tx, { userId: facts.user_id, courseId: facts.course_id })) return undefined;
    }
    throw new Error('No place in the status list is free');
  };

  const newSnapshot = async (
    tx: Tx,
    { courseId, userId, email }: Place & { email: string },
    { rule, evidence, approvedBy }: Pick<Earned, 'rule' | 'evidence' | 'approvedBy'>,
  ): Promise<{ snapshot: Snapshot; designVersion: number } | undefined> => {
    const course = await findCourse(tx, courseId);
    if (!course) return undefined;
    const { brandName, accent } = await settings.school(tx);
    const { code: language } = await readers.languageOf(tx, { userId });
    const reading = await languageOfReader(tx, await settings.languages(tx), { language });
    const texts = await readInLanguage(tx, reading, {
      thingIds: [courseId],
      fields: ['title'],
    });
    const { version: designVersion, ...design } = await rules.design(tx, courseId);
    const salt = randomBytes(16).toString('base64url');
    const snapshot = {
      site: await publicAddress(),
      issuer: brandName,
      courseTitle: texts.of(courseId, 'title', course.title),
      teacher: course.created_by,
      teacherHeadline: course.headline ?? '',
      language,
      accent,
      evidence,
      required: {
        coveragePercent: rule.coveragePercent,
        needsQuizzes: rule.needsQuizzes,
        since: rule.since,
        approvedBy: approvedBy?.name ?? '',
      },
      design,
      subject: {
        uuid: randomUUID(),
        salt,
        emailDigest: createHash('sha256')
          .update(email + salt)
          .digest('hex'),
      },
    };
    return { snapshot, designVersion };
  };

  const tell = (tx: Tx, row: CertificateRow): Promise<void> =>
    needs.notices.notify(tx, [
      {
        userId: row.user_id,
        dedupeKey: `certificate:${row.id}`,
        subject: subjectOf(row.id),
        content: {
          kind: 'certificate',
          courseId: row.course_id,
          courseTitle: snapshotOf(row).courseTitle,
          code: row.code,
        },
      },
    ]);

  /** The one that is not replaced. */
  const heldIn = async (on: Db, { userId, courseId }: Place): Promise<CertificateRow | undefined> =>
    (await listOfUser(on, userId, courseId))[0];

  const mayRenew = async (tx: Tx, held: CertificateRow, asked: { rule: RuleInForce; evidence: CertificateEvidence }) =>
    (await keys.current(tx)) !== undefined && isRenewable(await renewalOf(held, { ...asked, now: clock.now() }, tx));

  /** Writes one and decides what waits. A held one is replaced, and its reminders are withdrawn. */
  const write = async (
    tx: Tx,
    place: Place,
    { holder, held, earned }: { holder: LockedUser; held: CertificateRow | undefined; earned: Earned },
  ): Promise<CertificateRow | undefined> => {
    const { userId, courseId } = place;
    const { rule, completedAt, approvedBy } = earned;
    const made = await newSnapshot(tx, { ...place, email: holder.email }, earned);
    if (!made) return undefined;
    const calendar = await settings.calendar(tx);
    const id = newId();
    const now = clock.now();
    if (held) {
      await updateCertificate(tx, held.id, { superseded_by: id });
      await needs.notices.withdraw(tx, [subjectOf(held.id)]);
    }
    const decided = { decided_by: approvedBy?.id ?? null, decided_at: now };
    await decideWaiting(tx, place, { state: 'approved', reason: null, ...decided });
    return store(tx, {
      id,
      user_id: userId,
      course_id: courseId,
      holder_name: nameWithoutAddress(held?.holder_name ?? holder.full_name),
      snapshot: JSON.stringify(made.snapshot),
      rule_version: rule.version,
      design_version: made.designVersion,
      completed_at: completedAt,
      issued_at: now,
      valid_until: rule.validMonths === null ? null : calendar.add(completedAt, rule.validMonths, 'month'),
      is_listed: held?.is_listed ?? 0,
      is_name_corrected: held?.is_name_corrected ?? 0,
      revoked_at: null,
      revoked_by: null,
      revoked_reason: null,
      superseded_by: null,
    });
  };

  /** Writes one, notes it, and tells its holder. False without a key, and when the user has one of the course. */
  const give = async (
    tx: Tx,
    place: Place,
    { isQuiet, ...given }: Parameters<typeof write>[2] & { isQuiet: boolean },
  ): Promise<boolean> => {
    const row = await write(tx, place, given);
    if (!row) return false;
    if (!isQuiet) await tell(tx, row);
    const detail = { code: row.code };
    await recordAudit(tx, {
      at: row.issued_at,
      source: { kind: 'rules' },
      ...place,
      kind: 'certificate_issued',
      detail,
    });
    return true;
  };

  /** A person decides. After one was declined, only its holder asks again. */
  const request = async (tx: Tx, { userId, courseId }: Place, { earned, isAsked }: Requested): Promise<boolean> => {
    const latest = await findLatestRequest(tx, { userId, courseId });
    if (latest?.state === 'waiting' || (latest?.state === 'declined' && !isAsked)) return false;
    return insertRequest(tx, {
      id: newId(),
      user_id: userId,
      course_id: courseId,
      rule_version: earned.rule.version,
      evidence: JSON.stringify(earned.evidence),
      completed_at: earned.completedAt,
      state: 'waiting',
      reason: null,
      decided_by: null,
      decided_at: null,
      created_at: clock.now(),
    });
  };

  /**
   * Issues the certificate of a user and course that has none, or renews one that ends, if the rule is fulfilled; where a person
   * approves, asks them to. `isAsked`: by the user. Returns whether it did either.
   */
  const issue = async (
    tx: Tx,
    place: Place,
    rule: RuleInForce,
    { isQuiet = false, isAsked = false } = {},
  ): Promise<boolean> => {
    const known = await heldIn(tx, place);
    if (known && (known.revoked_at !== null || known.valid_until === null)) return false;
    // A user who completes another lecture at the same moment waits here, and then sees this one.
    const holder = await lockUser(tx, place.userId);
    if (!holder || holder.role === 'ADMIN' || (await isStaff(tx, place))) return false;
    const evidence = await evidenceOf(place, rule, tx);
    if (!isFulfilled(rule, evidence)) return false;
    const held = known && (await heldIn(tx, place));
    if (held && !(await mayRenew(tx, held, { rule, evidence }))) return false;
    // A renewed one is completed on the day of its renewal.
    const required = rule.lectureIds && [...rule.lectureIds, ...(chosenQuizzes(rule) ?? [])];
    const completedAt = (held ? undefined : await findLastDone(tx, place, required)) ?? clock.now();
    const earned = { rule, evidence, completedAt };
    if (rule.needsApproval) return request(tx, place, { earned, isAsked });
    return give(tx, place, { holder, held, earned, isQuiet });
  };

  return {
    evidenceOf,
    renewalOf,
    issue,
    heldIn,
    give,
    store,
    /** In the transaction in which users got further in courses: issues the certificates that they completed. */
    progressed: async (tx: Tx, places: readonly Place[]): Promise<void> => {
      const inForce = await rules.inForce(tx);
      const keyOf = ({ userId, courseId }: Place): string => `${userId} ${courseId}`;
      const concerned = new Map(places.filter(({ courseId }) => inForce.has(courseId)).map((one) => [keyOf(one), one]));
      // In one order, so that two processes never wait for each other.
      for (const [, place] of [...concerned].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const rule = inForce.get(place.courseId);
        if (rule) await issue(tx, place, rule);
      }
    },
  };
};
