import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { titleOf } from '#web/features/authoring/uploads/picked-files.ts';

/** Brackets would end the description of an image. */
export const descriptionOf = (file: File): string => titleOf(file.name).replaceAll(/[[\]]/g, '');

export const markdownOf = (name: string, file: File): string => `![${descriptionOf(file)}](${name})`;

/** Stores a picture or a sound of a lecture, and returns its name; undefined when that failed. */
export const addMedia = async (
  place: { courseId: string; lectureId: string },
  kind: 'image' | 'sound',
  file: File,
): Promise<string | undefined> => {
  const params = { ...place };
  const { imageFailed, soundFailed } = messages.lectureKinds;
  try {
    const { name } = await (kind === 'image'
      ? call('POST /courses/:courseId/lectures/:lectureId/images', { params, fields: {}, files: { image: file } })
      : call('POST /courses/:courseId/lectures/:lectureId/sounds', { params, fields: {}, files: { sound: file } }));
    return name;
  } catch (error) {
    toast.error(errorMessage(error, kind === 'image' ? imageFailed : soundFailed));
    return undefined;
  }
};
