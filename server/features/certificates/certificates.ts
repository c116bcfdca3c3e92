import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type {
  CertificateDesign,
  CertificateEvidence,
  ListedCertificate,
} from '#contract/certificates/certificate-fields.ts';
import type { Result } from '#contract/endpoint.ts';
import type { Tx } from '#server/database/database.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { languageFor, titledFor } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import { lettersNotDrawn } from '#server/pdf/letters.ts';
import type { Platform } from '#server/platform.ts';
import {
  countFiltered,
  countStanding,
  findByCode,
  findCodeOf,
  findCourse,
  type ListFilter,
  listFiltered,
  listOfUser,
  type Place,
} from './certificates.queries.ts';
import { readCode } from './codes.ts';
import { createEarlier } from './backfill.ts';
import { createExport } from './export/static-export.ts';
import { isFulfilled, chosenQuizzes } from './evidence.ts';
import { type CertificateNeeds, createIssuing } from './issue.ts';
import { presentCertificate, presentListed, presentOwn, presentRequired } from './presentation.ts';
import { createPaper } from './pdf.ts';
import { assertPictures, createPictures } from './pictures.ts';
import { createPublishing } from './key-publication.ts';
import { isRenewable } from './renewal.ts';
import { createReissuing } from './reissue.ts';
import { remindOfEnds } from './expiry.ts';
import { createRequests, type RequestsNeeds } from './requests.ts';
import { findName, listRequired } from './requests.queries.ts';
import { countCourses, listCourses } from './rules.queries.ts';
import { createRules, type RuleInForce } from './rules.ts';
import { createSchoolKeys } from './school-keys.ts';

type Answer<Name extends keyof typeof api.certificates> = Omit<Result<(typeof api.certificates)[Name]>, 'message'>;

export type Certificates = ReturnType<typeof createCertificates>;

/** `language`: of the page from which they ask. */
type OwnPlace = Place & { language?: string | undefined };

/** Certificates of completed courses: rules, issue, verification. */
export const createCertificates = (platform: Platform, needs: CertificateNeeds & Pick<RequestsNeeds, 'policy'>) => {
  const { database, clock, publicAddress } = platform;
  const { db } = database;
  const keys = createSchoolKeys(platform);
  const rules = createRules(platform);
  const issuing = createIssuing(platform, { keys, rules, needs });
  const reissuing = createReissuing(platform, { ...issuing, notices: needs.notices });
  remindOfEnds(platform, needs.notices);
  const requests = createRequests(platform, { rules, issuing, ...needs });
  const earlier = createEarlier(platform, { rules, issuing });
  const pictures = createPictures(platform);

  /** Throws `certificate_not_found`. */
  const find = async (code: string): Promise<CertificateRow> => {
    const row = await findByCode(db, readCode(code));
    if (!row) throw fail('certificate_not_found');
    return row;
  };

  const paper = createPaper(platform, { find, pictures });
  const publishing = createPublishing(platform, { keys, find });

  /** The lectures of a choice, and the quizzes, with how a user stands in them. */
  const requiredOf = async (
    place: OwnPlace,
    rule: RuleInForce | undefined,
    latest: CertificateRow | undefined,
  ): Promise<Pick<Answer<'standing'>, 'lectures' | 'quizzes'>> => {
    const { userId, courseId } = place;
    const language = await languageFor(platform, { id: userId, language: place.language });
    const required = rule?.lectureIds ? await listRequired(db, place, rule.lectureIds) : [];
    const lectures = await titledFor(db, language, required.map(presentRequired));
    if (!rule?.needsQuizzes) return { lectures, quizzes: [] };
    const quizIds = chosenQuizzes(rule);
    const { quizzes } = await needs.quizzesOf(userId, courseId, db, { quizIds });
    const since = latest && { quizIds, sinceMs: latest.issued_at };
    const again = since ? (await needs.quizzesOf(userId, courseId, db, since)).quizzes : [];
    const passedAfterRegrade = new Set(again.flatMap(({ id, isPassed }) => (isPassed ? [id] : [])));
    return {
      lectures,
      quizzes: await titledFor(
        db,
        language,
        quizzes.map(({ id: _id, title, isPassed }) => ({
          _id,
          title,
          isPassed,
          isPassedAgain: passedAfterRegrade.has(_id),
        })),
      ),
    };
  };

  /** As if the user had completed the course. */
  const sampleOf = async (place: Place): Promise<CertificateEvidence> => {
    const evidence = await issuing.evidenceOf(place, (await rules.inForce()).get(place.courseId), db);
    const { bestPercents } = SAMPLE;
    return { ...evidence, bestPercents: evidence.quizzes > 0 ? bestPercents : [] };
  };

  const standing = async (place: OwnPlace): Promise<Answer<'standing'>> => {
    const course = await findCourse(db, place.courseId);
    if (course?.published_at === null || !course) throw fail('course_not_found');
    const rule = (await rules.inForce()).get(place.courseId);
    const evidence = await issuing.evidenceOf(place, rule, db);
    const [latest] = await listOfUser(db, place.userId, place.courseId);
    const now = clock.now();
    return {
      rule: rule ?? null,
      evidence,
      isFulfilled: rule !== undefined && isFulfilled(rule, evidence),
      certificate: latest ? presentOwn(latest, now) : null,
      renewal: latest && rule ? await issuing.renewalOf(latest, { rule, evidence, now }, db) : null,
      ...(await requiredOf(place, rule, latest)),
      request: rule ? await requests.ofUser(place) : null,
      lettersNotDrawn: lettersNotDrawn(latest?.holder_name ?? (await findName(db, place.userId)), course.title),
    };
  };

  const ofCourse = async (courseId: string): Promise<Answer<'rules'>> => ({
    ...(await rules.ofCourse(courseId)),
    issued: await countStanding(db, courseId),
  });

  return {
    keys,
    earlier,
    requests,
    progressed: issuing.progressed,
    publishing,
    exportTo: createExport(platform, { publishing }),
    paper,
    pictures,
    assertPictures: (tx: Tx, design: CertificateDesign) => assertPictures(tx, { courseId: null, path: '' }, design),
    standing,
    ofCourse,
    withdrawAll: reissuing.withdrawAll,

    findCode: async (given: string): Promise<string | undefined> => (await findByCode(db, readCode(given)))?.code,

    /** Throws `certificate_not_found`. */
    page: async (code: string): Promise<Answer<'page'>> => {
      const row = await find(code);
      const successor = row.superseded_by === null ? undefined : await findCodeOf(db, row.superseded_by);
      return {
        certificate: await presentCertificate(row, { now: clock.now(), site: await publicAddress(), successor }),
      };
    },

    ofUser: async (userId: string): Promise<Answer<'listOwn'>> => ({
      certificates: (await listOfUser(db, userId)).map((row) => presentOwn(row, clock.now())),
    }),

    correctName: async (...given: Parameters<typeof reissuing.correctName>): Promise<Answer<'correctName'>> => ({
      certificate: presentOwn(await reissuing.correctName(...given), clock.now()),
    }),

    list: async (...given: Parameters<typeof reissuing.list>): Promise<Answer<'list'>> => ({
      certificate: presentOwn(await reissuing.list(...given), clock.now()),
    }),

    /** Throws `course_not_found`, and `certificate_not_earned`. */
    claim: async (place: Place): Promise<Answer<'claim'>> => {
      const before = await standing(place);
      const rule = (await rules.inForce()).get(place.courseId);
      if (before.certificate && !isRenewable(before.renewal)) return before;
      if (before.request?.state === 'waiting') return before;
      await keys.prepare();
      if (!rule || !(await database.transaction((tx) => issuing.issue(tx, place, rule, { isAsked: true }))))
        throw fail('certificate_not_earned');
      return standing(place);
    },

    /** A certificate with a design that is not saved: of a course, or of the school. Throws `pdf_not_drawn` and `busy`. */
    preview: async (
      courseId: string | undefined,
      { holderName, ...design }: CertificateDesign & { holderName: string },
      userId: string,
    ): Promise<Buffer> => {
      await assertPictures(db, { courseId: courseId ?? null, path: '' }, design);
      const course = courseId === undefined ? undefined : await findCourse(db, courseId);
      const sample = {
        courseTitle: course?.title ?? 'A Short Science of the Monsoon',
        teacher: course?.created_by ?? 'Dr. Thomas Kurian',
        teacherHeadline: course ? (course.headline ?? '') : 'meteorologist',
        evidence: courseId === undefined ? SAMPLE : await sampleOf({ userId, courseId }),
        design,
      };
      return paper.preview(sample, { holderName, userId });
    },

    /** Throws `certificate_request_not_found`, `certificate_not_active` and `certificate_not_earned`. */
    decide: async (...given: Parameters<typeof requests.decide>): Promise<void> => {
      await keys.prepare();
      await requests.decide(...given);
    },

    saveRules: async (
      courseId: string,
      values: Parameters<typeof rules.save>[1],
      userId: string,
    ): Promise<Answer<'saveRules'>> => {
      await keys.prepare();
      await rules.save(courseId, values, userId);
      return ofCourse(courseId);
    },

    courses: async (page: { limit: number; offset: number }): Promise<Answer<'courses'>> => ({
      courses: (await listCourses(db, page)).map((row) => ({
        _id: row.id,
        title: row.title,
        isOn: row.is_on === 1,
        issued: row.issued ?? 0,
      })),
      total: await countCourses(db),
      issued: await countFiltered(db, {}),
    }),

    listed: async (filter: ListFilter & { limit: number; offset: number }): Promise<Answer<'listAll'>> => ({
      certificates: (await listFiltered(db, filter)).map((row) => presentListed(row, clock.now())),
      total: await countFiltered(db, filter),
    }),

    revoke: async (...given: Parameters<typeof reissuing.revoke>): Promise<{ certificate: Listed }> => ({
      certificate: presentListed(await reissuing.revoke(...given), clock.now()),
    }),

    reissue: async (...given: Parameters<typeof reissuing.reissue>): Promise<{ certificate: Listed }> => ({
      certificate: presentListed(await reissuing.reissue(...given), clock.now()),
    }),
  };
};

/** What the sample of a school without courses was measured by. */
const SAMPLE: CertificateEvidence = {
  lectures: 20,
  doneLectures: 20,
  watchedPercent: 96,
  totalMs: 161 * 60_000,
  quizzes: 3,
  passedQuizzes: 3,
  bestPercents: [90, 88, 95],
};

type Listed = z.input<typeof ListedCertificate>;
