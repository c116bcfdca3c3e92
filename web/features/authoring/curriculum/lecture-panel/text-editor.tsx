import type { ComponentProps } from 'react';
import { addMedia, markdownOf } from '#web/features/authoring/curriculum/add-media.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { lengthWords } from '#web/features/classroom/kinds/kind-words.ts';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type TextEditorProps = LectureOfCourse & Omit<ComponentProps<typeof MarkdownField>, 'label' | 'addImage'>;

/** What a text says, with its images. */
export function TextEditor({ courseId, lecture, ...field }: TextEditorProps) {
  const { timeZone } = useSite();
  const addImage = async (image: File): Promise<string | undefined> => {
    const name = await addMedia({ courseId, lectureId: lecture._id }, 'image', image);
    return name && markdownOf(name, image);
  };
  return (
    <MarkdownField
      label="Text"
      hint={
        <span className="flex justify-between gap-4">
          Markdown works too. Pictures may be dropped here.
          <span className="num whitespace-nowrap">{lengthWords(lecture, timeZone)}</span>
        </span>
      }
      addImage={addImage}
      {...field}
    />
  );
}
