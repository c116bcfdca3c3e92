import type { CertificateDesignRow, CertificateRuleRow } from '#server/database/tables/certificates.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The current rule of each course. */
const currentRules = (db: Db) =>
  db
    .selectFrom('certificate_rules as r')
    .selectAll('r')
    .where(({ eb, selectFrom }) =>
      eb(
        'r.version',
        '=',
        selectFrom('certificate_rules as n')
          .whereRef('n.course_id', '=', 'r.course_id')
          .select(({ fn }) => fn.max<number>('n.version').as('version')),
      ),
    );

export const listRules = (db: Db): Promise<CertificateRuleRow[]> => currentRules(db).execute();

/** Courses with whether they issue certificates, and how many of theirs stand: those that do first, then by title. */
export const listCourses = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('courses as c')
    .leftJoin(currentRules(db).as('r'), 'r.course_id', 'c.id')
    .where('c.deleted_at', 'is', null)
    .select(['c.id', 'c.title'])
    .select(({ fn, val }) => fn.coalesce('r.is_on', val<0 | 1>(0)).as('is_on'))
    .select(({ selectFrom }) =>
      selectFrom('certificates as i')
        .whereRef('i.course_id', '=', 'c.id')
        .where('i.revoked_at', 'is', null)
        .where('i.superseded_by', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('issued'),
    )
    .orderBy('is_on', 'desc')
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countCourses = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('courses')
      .where('deleted_at', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const findRule = (db: Db, courseId: string): Promise<CertificateRuleRow | undefined> =>
  db
    .selectFrom('certificate_rules')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findRuleVersion = (db: Db, courseId: string, version: number): Promise<CertificateRuleRow | undefined> =>
  db
    .selectFrom('certificate_rules')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('version', '=', version)
    .executeTakeFirst();

/** How many of these lectures the course has. */
export const countOfCourse = async (
  db: Db,
  courseId: string,
  lectureIds: readonly string[],
  kind?: 'quiz',
): Promise<number> => {
  const { count } = await db
    .selectFrom('lectures')
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', lectureIds)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'quiz'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const findDesign = (db: Db, courseId: string): Promise<CertificateDesignRow | undefined> =>
  db
    .selectFrom('certificate_designs')
    .selectAll()
    .where('course_id', '=', courseId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks the course where the engine has more than one writer, so that versions are counted one by one. */
export const lockCourse = (tx: Tx, courseId: string, hasManyWriters: boolean) => {
  const course = tx.selectFrom('courses').select('id').where('id', '=', courseId);
  return (hasManyWriters ? course.forNoKeyUpdate() : course).executeTakeFirst();
};

export const insertRule = (tx: Tx, row: CertificateRuleRow) => tx.insertInto('certificate_rules').values(row).execute();

export const insertDesign = (tx: Tx, row: CertificateDesignRow) =>
  tx.insertInto('certificate_designs').values(row).execute();
