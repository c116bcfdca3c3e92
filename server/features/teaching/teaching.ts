import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { NewCourseFields } from '#contract/catalog/catalog.ts';
import type { Result } from '#contract/endpoint.ts';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { TaughtCourse } from '#contract/teaching/teaching.ts';
import type { Upload } from '#contract/classroom/uploads.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { createCourseLearners, type CourseLearnersNeeds } from './course-learners.ts';
import {
  countFinished,
  countLearners,
  countLearnersOf,
  countLectures,
  findName,
  lastLectures,
  listUnready,
  pageOfLearners,
  sumWatched,
} from './teaching.queries.ts';

type Overview = Omit<Result<typeof api.teaching.overview>, 'message'>;
type LearnerPage = Omit<Result<typeof api.teaching.learners>, 'message'>;
type NewCourse = z.output<typeof NewCourseFields>;

export interface TeachingNeeds extends CourseLearnersNeeds {
  policy: Pick<CoursePolicy, 'coursesOf' | 'staffOf' | 'publishesAlone' | 'mayCreate'>;
  listCourses: (ids: readonly string[], origin: string) => Promise<Omit<TaughtCourse, 'role'>[]>;
  listUploads: (userId: string) => Promise<Upload[]>;
  createCourse: (
    actor: Actor,
    course: { fields: NewCourse; thumbnail: ReceivedFile; joined: (tx: Tx, courseId: string) => Promise<void> },
    origin: string,
  ) => Promise<ManagedCourse>;
  join: (tx: Tx, courseId: string, userId: string) => Promise<void>;
}

export type Teaching = ReturnType<typeof createTeaching>;

/** What teachers and assistants see: their own courses, with learners by name and progress. */
export const createTeaching = (
  { database, clock, settings }: Platform,
  { policy, listCourses, listUploads, createCourse, join, scoreOf }: TeachingNeeds,
) => {
  const { db } = database;

  const figuresOf = async (courseIds: readonly string[]): Promise<Overview['figures']> => {
    let finished = 0;
    for (const id of courseIds) finished += await countFinished(db, id);
    return {
      learners: await countLearners(db, courseIds, 0),
      activeLearners: await countLearners(db, courseIds, clock.now() - 7 * DAY_MS),
      watchedMs: await sumWatched(db, courseIds),
      finished,
    };
  };

  const videosOf = async (courseIds: readonly string[]): Promise<Overview['videos']> => {
    const rows = await listUnready(db, courseIds);
    return rows.map(({ id: _id, title, course_id: courseId, course_title: courseTitle, state }) => ({
      _id,
      title,
      course: { _id: courseId, title: courseTitle },
      state: state === 'failed' ? 'failed' : 'processing',
    }));
  };

  return {
    ofCourse: createCourseLearners({ database, clock, settings }, { scoreOf }),
    overview: async (actor: Actor, origin: string): Promise<Overview> => {
      await policy.staffOf(actor);
      const roles = await policy.coursesOf(actor.id);
      const courses = (await listCourses([...roles.keys()], origin)).flatMap((course) => {
        const role = roles.get(course._id);
        return role ? { ...course, role } : [];
      });
      return {
        courses,
        figures: await figuresOf(courses.map(({ _id }) => _id)),
        videos: await videosOf(courses.flatMap(({ _id, role }) => (role === 'teacher' ? [_id] : []))),
        uploads: await listUploads(actor.id),
        mayCreate: await policy.mayCreate(actor),
        publishesAlone: await policy.publishesAlone(actor),
      };
    },

    learners: async (
      courseId: string,
      { stuck, ...page }: { stuck: boolean; limit: number; offset: number },
      origin: string,
    ): Promise<LearnerPage> => {
      const lectures = await countLectures(db, courseId);
      const filters = {
        all: { courseId, stuck: undefined },
        stuck: { courseId, stuck: { lectures, beforeMs: clock.now() - STUCK_AFTER_DAYS * DAY_MS } },
      };
      const counts = {
        all: await countLearnersOf(db, filters.all),
        stuck: await countLearnersOf(db, filters.stuck),
      };
      const kind = stuck ? 'stuck' : 'all';
      const rows = await pageOfLearners(db, filters[kind], page);
      const last = await lastLectures(
        db,
        courseId,
        rows.map(({ id }) => id),
      );
      return {
        learners: rows.map(({ id, full_name: fullName, avatar_key: key, done, watched_at: watchedAt }) => ({
          _id: id,
          fullName,
          avatar: { secure_url: key === null ? null : fileUrl(origin, key) },
          doneLectures: done,
          lectures,
          percent: Math.floor((100 * done) / lectures),
          lastLecture: last.get(id) ?? '',
          watchedAt: toInstant(watchedAt),
        })),
        total: counts[kind],
        counts,
      };
    },

    /** A draft, under the name of its teacher. Throws `forbidden` and `not_an_image`. */
    create: async (
      actor: Actor,
      { fields, thumbnail }: { fields: Omit<NewCourse, 'createdBy' | 'isDraft'>; thumbnail: ReceivedFile },
      origin: string,
    ): Promise<ManagedCourse> => {
      await policy.staffOf(actor);
      if (!(await policy.mayCreate(actor))) throw fail('forbidden');
      const createdBy = (await findName(db, actor.id)) ?? '';
      const joined = (tx: Tx, courseId: string): Promise<void> => {
        recordChange({ courseId });
        return join(tx, courseId, actor.id);
      };
      return createCourse(actor, { fields: { ...fields, createdBy, isDraft: 'true' }, thumbnail, joined }, origin);
    },
  };
};
