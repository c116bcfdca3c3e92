import { Trans, useLingui } from '@lingui/react/macro';
import type { SavedLecture } from '#web/features/authoring/curriculum/lecture-panel/use-saved-fields.ts';
import { addMedia, markdownOf } from '#web/features/authoring/curriculum/add-media.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { text } from './text.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** What a text says, with its images. */
export function TextEditor({ courseId, lecture, saved }: LectureOfCourse & { saved: SavedLecture }) {
  const { t } = useLingui();
  const language = useLanguage();
  const addImage = async (image: File): Promise<string | undefined> => {
    const name = await addMedia({ courseId, lectureId: lecture._id }, 'image', image);
    return name && markdownOf(name, image);
  };
  return (
    <MarkdownField
      label={t`Text`}
      hint={
        <span className="flex justify-between gap-4">
          <Trans>Markdown works too. Pictures may be dropped here.</Trans>
          <span className="num whitespace-nowrap">{text.length(lecture, 'UTC', language)}</span>
        </span>
      }
      addImage={addImage}
      {...saved.field('text')}
    />
  );
}
