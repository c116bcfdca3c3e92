import type { ComponentProps } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { toast } from 'react-hot-toast/headless';
import type { LectureOfCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';
import { lengthWords } from '#web/features/classroom/kinds/kind-words.ts';
import { titleOf } from '#web/features/classroom/uploads/picked-files.ts';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';

type TextEditorProps = LectureOfCourse & Omit<ComponentProps<typeof MarkdownField>, 'label' | 'addImage'>;

/** Brackets would end the description of an image. */
const descriptionOf = (image: File): string => titleOf(image.name).replaceAll(/[[\]]/g, '');

/** What a text says, with its images. */
export function TextEditor({ courseId, lecture, ...field }: TextEditorProps) {
  const { timeZone } = useSite();
  const addImage = async (image: File): Promise<string | undefined> => {
    try {
      const { name } = await call('POST /courses/:courseId/lectures/:lectureId/images', {
        params: { courseId, lectureId: lecture._id },
        fields: {},
        files: { image },
      });
      return `![${descriptionOf(image)}](${name})`;
    } catch (error) {
      toast.error(errorMessage(error, messages.lectureKinds.imageFailed));
      return undefined;
    }
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
