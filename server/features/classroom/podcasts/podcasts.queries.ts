import type { Db } from '#server/database/database.ts';

const MAX_EPISODES = 1000;

export const findPublishedCourse = (db: Db, courseId: string) =>
  db
    .selectFrom('courses')
    .leftJoin('course_addresses as a', (join) =>
      join.onRef('a.course_id', '=', 'courses.id').on('a.is_current', '=', 1),
    )
    .select(['id', 'title', 'description', 'created_by', 'category', 'thumbnail_key', 'published_at', 'a.slug'])
    .where('id', '=', courseId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Files that podcast apps play: the sound of a video, a lecture that is a sound, or the video. */
const PICTURE = 'video.mp4';
export const EPISODE_FILES: readonly string[] = ['audio.mp4', 'audio.m4a', 'audio.mp3', 'audio.wav', PICTURE];

interface Marked {
  watermark: string | null;
  is_free_preview: number;
  name: string;
}

/** An app would play the picture without the watermark of its course. */
export const isHeardAlone = ({ watermark, is_free_preview: isFree, name }: Marked): boolean =>
  watermark !== null && isFree === 0 && name === PICTURE;

/** The published lectures of a course in their order, each with its files. */
export const listEpisodes = (db: Db, courseId: string) =>
  db
    .selectFrom('lectures')
    .innerJoin('media_files', (join) =>
      join
        .onRef('media_files.lecture_id', '=', 'lectures.id')
        .onRef('media_files.version', '=', 'lectures.video_version')
        .on('media_files.name', 'in', EPISODE_FILES),
    )
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select([
      'courses.watermark',
      'lectures.id',
      'lectures.title',
      'lectures.description',
      'lectures.duration_ms',
      'lectures.published_at',
      'lectures.is_free_preview',
      'media_files.name',
      'media_files.content_type',
    ])
    .where('lectures.course_id', '=', courseId)
    .where('lectures.published_at', 'is not', null)
    .where('lectures.deleted_at', 'is', null)
    .orderBy('lectures.position')
    .orderBy('lectures.id')
    // The sound comes first.
    .orderBy('media_files.name')
    .limit(MAX_EPISODES)
    .execute();

/** A published lecture of a published course. */
export const findEpisode = (db: Db, lectureId: string) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .select(['lectures.id', 'lectures.video_version', 'lectures.is_free_preview', 'courses.watermark'])
    .where('lectures.id', '=', lectureId)
    .where('lectures.published_at', 'is not', null)
    .where('lectures.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .executeTakeFirst();
