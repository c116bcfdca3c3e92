import {
  CertificateDesign,
  type CertificateRule,
  type DesignChange,
  StoredDesign,
  wholeDesign,
} from '#contract/certificates/certificate-fields.ts';
import type { CertificateDesignRow, CertificateRuleRow } from '#server/database/tables/certificates.ts';
import { z } from 'zod';
import { recordChange } from '#server/audit/context.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import { assertPictures } from './pictures.ts';
import { fail } from '#server/errors.ts';
import {
  countOfCourse,
  findDesign,
  findRule,
  findRuleVersion,
  insertDesign,
  insertRule,
  listRules,
  lockCourse,
} from './rules.queries.ts';

/** Raised by changes of rules, and of what pages of certificates say. */
export const CERTIFICATES_TOPIC = 'certificates';

const DEFAULT_RULE: CertificateRule = {
  isOn: false,
  coveragePercent: 90,
  needsQuizzes: true,
  validMonths: null,
  lectureIds: null,
  quizIds: null,
  needsApproval: false,
};
export const RuleIds = z.array(z.string());
const readIds = (ids: string | null): string[] | null => (ids === null ? null : RuleIds.parse(JSON.parse(ids)));
const writeIds = (ids: readonly string[] | null): string | null => (ids === null ? null : JSON.stringify(ids));
const inOrder = (ids: readonly string[] | null): string[] | null =>
  ids === null ? null : [...new Set(ids)].toSorted();

const ruleOf = (row: CertificateRuleRow | undefined): CertificateRule =>
  row
    ? {
        isOn: row.is_on === 1,
        coveragePercent: row.coverage_percent,
        needsQuizzes: row.needs_quizzes === 1,
        validMonths: row.valid_months,
        lectureIds: readIds(row.lecture_ids),
        quizIds: readIds(row.quiz_ids),
        needsApproval: row.needs_approval === 1,
      }
    : DEFAULT_RULE;

/** The statement of a design that is that of the school, whatever it becomes. */
const OF_SCHOOL = '';

/** The part of a design that is stored as JSON. */
export const Look = CertificateDesign.omit({ statement: true, signatory: true, signatoryTitle: true });

/** Undefined for a course without a design of its own. */
const ownDesignOf = (row: CertificateDesignRow | undefined): CertificateDesign | undefined =>
  row && row.statement !== OF_SCHOOL
    ? StoredDesign.parse({
        statement: row.statement,
        signatory: row.signatory,
        signatoryTitle: row.signatory_title,
        ...(row.look === null ? {} : Look.parse(JSON.parse(row.look))),
      })
    : undefined;

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rule of a course that issues certificates. */
export type RuleInForce = CertificateRule & { version: number; since: number };

const inForceOf = (row: CertificateRuleRow): RuleInForce => ({
  ...ruleOf(row),
  version: row.version,
  since: row.created_at,
});

export type Rules = ReturnType<typeof createRules>;

export const createRules = ({ database, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>) => {
  const { db } = database;
  const inForce = cachedByTopic(
    database,
    CERTIFICATES_TOPIC,
    async (on): Promise<ReadonlyMap<string, RuleInForce>> =>
      new Map((await listRules(on)).filter((row) => row.is_on === 1).map((row) => [row.course_id, inForceOf(row)])),
  );

  /** Throws `lecture_not_found`. */
  const assertOfCourse = async (tx: Tx, courseId: string, { lectureIds, quizIds }: CertificateRule): Promise<void> => {
    if (lectureIds && (await countOfCourse(tx, courseId, lectureIds)) < lectureIds.length)
      throw fail('lecture_not_found');
    if (quizIds && (await countOfCourse(tx, courseId, quizIds, 'quiz')) < quizIds.length)
      throw fail('lecture_not_found');
  };

  return {
    /** Of the courses that issue certificates, by course. */
    inForce,

    ofCourse: async (
      courseId: string,
    ): Promise<{ rule: CertificateRule; design: CertificateDesign; schoolDesign: CertificateDesign }> => {
      const schoolDesign = await settings.certificates();
      return {
        rule: ruleOf(await findRule(db, courseId)),
        design: ownDesignOf(await findDesign(db, courseId)) ?? schoolDesign,
        schoolDesign,
      };
    },

    /** One that was in force. */
    version: async (on: Db, courseId: string, version: number): Promise<RuleInForce | undefined> => {
      const row = await findRuleVersion(on, courseId, version);
      return row && inForceOf(row);
    },

    /** The current design with its version; 0 for a course that never had its own. */
    design: async (on: Db, courseId: string): Promise<CertificateDesign & { version: number }> => {
      const row = await findDesign(on, courseId);
      return { ...(ownDesignOf(row) ?? (await settings.certificates(on))), version: row?.version ?? 0 };
    },

    /** Writes a version of what changed. What is not sent of a design stays. A design like that of the school follows it later. Throws `lecture_not_found`. */
    save: async (
      courseId: string,
      { rule: wanted, design: sent }: { rule: CertificateRule; design: DesignChange },
      userId: string,
    ): Promise<void> => {
      const rule = { ...wanted, lectureIds: inOrder(wanted.lectureIds), quizIds: inOrder(wanted.quizIds) };
      const written = { course_id: courseId, created_by: userId, created_at: clock.now() };
      await database.transaction(async (tx) => {
        await lockCourse(tx, courseId, database.supportsSkipLocked);
        const [oldRule, oldDesign] = [await findRule(tx, courseId), await findDesign(tx, courseId)];
        const school = await settings.certificates(tx);
        const before = ownDesignOf(oldDesign) ?? school;
        const design = wholeDesign(sent, before);
        recordChange({
          before: { ...ruleOf(oldRule), ...before },
          after: { ...rule, ...design },
        });
        if (!isSame(ruleOf(oldRule), rule)) {
          await assertOfCourse(tx, courseId, rule);
          await insertRule(tx, {
            ...written,
            version: (oldRule?.version ?? 0) + 1,
            is_on: rule.isOn ? 1 : 0,
            coverage_percent: rule.coveragePercent,
            needs_quizzes: rule.needsQuizzes ? 1 : 0,
            valid_months: rule.validMonths,
            lecture_ids: writeIds(rule.lectureIds),
            quiz_ids: writeIds(rule.quizIds),
            needs_approval: rule.needsApproval ? 1 : 0,
          });
        }
        const own = isSame(school, design) ? undefined : design;
        if (own) await assertPictures(tx, { courseId, path: 'design.' }, own);
        if (!isSame(ownDesignOf(oldDesign) ?? {}, own ?? {}))
          await insertDesign(tx, {
            ...written,
            version: (oldDesign?.version ?? 0) + 1,
            statement: own?.statement ?? OF_SCHOOL,
            signatory: own?.signatory ?? '',
            signatory_title: own?.signatoryTitle ?? '',
            look: own ? JSON.stringify(Look.parse(own)) : null,
          });
        await database.topics.raise(tx, CERTIFICATES_TOPIC);
      });
    },
  };
};
