import type { Course } from '#contract/catalog.ts';
import { toInstant } from '#server/clock.ts';
import type { CourseFacts } from './catalog.queries.ts';

export interface PresentNeeds {
  /** The absolute address of a stored picture. */
  fileUrl: (origin: string, key: string) => string;
}

/** A course as the API shows it. */
export const presentCourse = (row: CourseFacts, origin: string, { fileUrl }: PresentNeeds): Course => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  createdBy: row.created_by,
  thumbnail: { secure_url: row.thumbnail_key === null ? null : fileUrl(origin, row.thumbnail_key) },
  numberOfLectures: row.lecture_count,
  totalDurationMs: row.total_duration_ms,
  createdAt: toInstant(row.created_at),
});
