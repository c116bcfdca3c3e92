import type { CertificateDesignRow, CertificateRuleRow } from '#server/database/tables/certificates.ts';
import type { Db, Tx } from '#server/database/database.ts';

/** The current rule of each course. */
export const listRules = async (db: Db): Promise<CertificateRuleRow[]> =>
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
    )
    .execute();

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
