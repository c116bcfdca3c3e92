import type { UploadItem } from '#web/features/classroom/uploads/upload-item.ts';
import { titledFiles } from '#web/features/classroom/uploads/files/titled-files.ts';
import { uploads } from '#web/features/classroom/uploads/uploads.ts';
import { useShowUploads, useUploads } from '#web/features/classroom/uploads/use-uploads.ts';
import { useVideoCheck } from '#web/features/classroom/uploads/files/use-video-check.ts';
import { type CourseOutline, type OutlinePart, placeForNew } from './outline.ts';
import type { Curriculum } from './use-curriculum.ts';

/** The part that an upload becomes a lecture of; that of a section which is gone is the last, as on the server. */
const partOf = (outline: CourseOutline, { text }: UploadItem): OutlinePart | undefined =>
  outline.find(({ key, id }) => text?.sectionId !== undefined && (id ?? key) === text.sectionId) ?? outline.at(-1);

/** The files that were added to a course together, until they are lectures. */
export const useCurriculumUploads = ({ courseId, outline, lectures }: Curriculum) => {
  const check = useVideoCheck();
  const items = useUploads().filter((item) => item.courseId === courseId && item.text?.batch);
  const rows = items.filter(
    ({ phase, lectureId }) => phase !== 'done' || (lectureId !== undefined && !lectures.has(lectureId)),
  );
  useShowUploads(items.map(({ key }) => key));
  return {
    items,
    rowsOf: ({ key }: OutlinePart): readonly UploadItem[] => rows.filter((item) => partOf(outline, item)?.key === key),
    add: (part: OutlinePart, files: readonly File[]): void =>
      uploads.addAll(courseId, titledFiles(files, placeForNew(part)), async (file) => (await check(file)).problem),
  };
};

export type CurriculumUploads = ReturnType<typeof useCurriculumUploads>;
