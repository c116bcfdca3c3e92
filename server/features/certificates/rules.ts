import type { CertificateDesign, CertificateRule } from '#contract/certificates.ts';
import type { CertificateDesignRow, CertificateRuleRow } from '#server/database/certificate-tables.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Db } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import { findDesign, findRule, insertDesign, insertRule, listRules, lockCourse } from './rules.queries.ts';

/** Raised by changes of rules, and of what pages of certificates say. */
export const CERTIFICATES_TOPIC = 'certificates';

const DEFAULT_RULE: CertificateRule = { isOn: false, coveragePercent: 90, needsQuizzes: true, validMonths: null };
const DEFAULT_DESIGN: CertificateDesign = { statement: 'watched and completed', signatory: '', signatoryTitle: '' };

const ruleOf = (row: CertificateRuleRow | undefined): CertificateRule =>
  row
    ? {
        isOn: row.is_on === 1,
        coveragePercent: row.coverage_percent,
        needsQuizzes: row.needs_quizzes === 1,
        validMonths: row.valid_months,
      }
    : DEFAULT_RULE;

const designOf = (row: CertificateDesignRow | undefined): CertificateDesign =>
  row ? { statement: row.statement, signatory: row.signatory, signatoryTitle: row.signatory_title } : DEFAULT_DESIGN;

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rule of a course that issues certificates. */
export type RuleInForce = CertificateRule & { version: number; since: number };

export type Rules = ReturnType<typeof createRules>;

export const createRules = ({ database, clock }: Pick<Platform, 'database' | 'clock'>) => {
  const { db } = database;
  const inForce = cachedByTopic(
    database,
    CERTIFICATES_TOPIC,
    async (on): Promise<ReadonlyMap<string, RuleInForce>> =>
      new Map(
        (await listRules(on))
          .filter((row) => row.is_on === 1)
          .map((row) => [row.course_id, { ...ruleOf(row), version: row.version, since: row.created_at }]),
      ),
  );

  return {
    /** Of the courses that issue certificates, by course. */
    inForce,

    ofCourse: async (courseId: string): Promise<{ rule: CertificateRule; design: CertificateDesign }> => ({
      rule: ruleOf(await findRule(db, courseId)),
      design: designOf(await findDesign(db, courseId)),
    }),

    /** The current design with its version; 0 is the one that nobody changed. */
    design: async (on: Db, courseId: string): Promise<CertificateDesign & { version: number }> => {
      const row = await findDesign(on, courseId);
      return { ...designOf(row), version: row?.version ?? 0 };
    },

    /** Writes a version of what changed. */
    save: async (
      courseId: string,
      { rule, design }: { rule: CertificateRule; design: CertificateDesign },
      userId: string,
    ): Promise<void> => {
      const written = { course_id: courseId, created_by: userId, created_at: clock.now() };
      await database.transaction(async (tx) => {
        await lockCourse(tx, courseId, database.supportsSkipLocked);
        const [oldRule, oldDesign] = [await findRule(tx, courseId), await findDesign(tx, courseId)];
        if (!isSame(ruleOf(oldRule), rule))
          await insertRule(tx, {
            ...written,
            version: (oldRule?.version ?? 0) + 1,
            is_on: rule.isOn ? 1 : 0,
            coverage_percent: rule.coveragePercent,
            needs_quizzes: rule.needsQuizzes ? 1 : 0,
            valid_months: rule.validMonths,
          });
        if (!isSame(designOf(oldDesign), design))
          await insertDesign(tx, {
            ...written,
            version: (oldDesign?.version ?? 0) + 1,
            statement: design.statement,
            signatory: design.signatory,
            signatory_title: design.signatoryTitle,
          });
        await database.topics.raise(tx, CERTIFICATES_TOPIC);
      });
    },
  };
};
