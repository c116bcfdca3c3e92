import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import type { Platform } from '#server/platform.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import { findFirstCourses, sumLectures } from './own-course.queries.ts';
import { findInstalledSamples } from './sample-courses.ts';

/**
 * Creates the function that finds the first course of the school's own, and a sample. A sample with another title is the
 * school's own.
 */
export const createOwnCourse =
  ({ database: { db } }: Platform) =>
  async (origin: string): Promise<Pick<FirstSteps, 'course' | 'sampleId'>> => {
    const samples = Object.entries(await findInstalledSamples(db));
    const courses = await findFirstCourses(db, samples.length + 1);
    const isSample = ({ id, title }: { id: string; title: string }): boolean =>
      samples.some(([name, sampleId]) => sampleId === id && name === title);
    const own = courses.find((course) => !isSample(course));
    return {
      course: own
        ? {
            _id: own.id,
            title: own.title,
            thumbnail: { secure_url: own.thumbnail_key === null ? null : fileUrl(origin, own.thumbnail_key) },
            isDraft: own.published_at === null,
            ...(await sumLectures(db, own.id)),
          }
        : null,
      sampleId: courses.find(isSample)?.id ?? null,
    };
  };
