import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { DAY_MS } from '#contract/durations.ts';
import { kindContent, LectureKind, type NewLectureOfKind } from '#contract/classroom/lecture-kinds.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { classMoment, kindIcons, kindNames } from '#web/features/classroom/kinds/kind-words.ts';
import { fileAccept, type FileKind } from '#web/features/authoring/uploads/file-kinds.ts';
import { pickedFiles } from '#web/features/authoring/uploads/picked-files.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { dayOf, instantOf } from '#web/ui/text/days.ts';
import { type OutlinePart, placeForNew } from './outline.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useShowSavedCourse } from './use-curriculum.ts';

interface AddLectureProps {
  tree: CurriculumTree;
  part: OutlinePart;
}

const hints: Record<LectureKind, string> = {
  video: 'Choose files, or drop them on a section',
  audio: 'MP3, M4A, WAV; with words and chapters',
  text: 'Write it here, with pictures',
  pdf: 'Opens in the page, also offline',
  live: 'A date and a link; the recording replaces it',
  quiz: 'Questions with a link to the minute',
};

const CLASS_MINUTES = 60;

/** Tomorrow at 18:00, in the school's time zone. */
const nextEvening = (timeZone: string): string => instantOf(`${dayOf(Date.now() + DAY_MS, timeZone)}T18:00`, timeZone);

type NewContent = Pick<z.input<typeof NewLectureOfKind>, 'kind' | 'title' | 'startsAt' | 'durationMinutes' | 'url'>;

/** Adds a draft that has no file, and opens it. */
const useAddDraft = ({ tree: { curriculum, select }, part }: AddLectureProps) => {
  const { courseId } = curriculum;
  const showSaved = useShowSavedCourse(courseId);
  return {
    add: (content: NewContent) =>
      call('POST /courses/:courseId/lectures', {
        params: { courseId },
        fields: { isDraft: true, sectionId: placeForNew(part), ...content },
        files: {},
      }),
    open: async ({ lecture }: { lecture: { _id: string } }): Promise<void> => {
      await showSaved();
      select(lecture._id);
    },
  };
};

/** A live class begins with its link; everything else can be changed later. */
function NewClass({ onClose, ...place }: AddLectureProps & { onClose: () => void }) {
  const { timeZone } = useSite();
  const { add, open } = useAddDraft(place);
  const [startsAt] = useState(() => nextEvening(timeZone));
  const { urlMissing } = messages.lectureKinds;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: z.object({ url: kindContent.url }),
    defaults: { url: '' },
    messages: { error: messages.lectures.addError, incomplete: urlMissing },
    run: ({ url }) => add({ kind: 'live', title: 'New live class', startsAt, durationMinutes: CLASS_MINUTES, url }),
    onSuccess: async (added) => {
      onClose();
      await open(added);
    },
  });
  return (
    <FormDialog
      title="Add a live class"
      lead={<p>It is set for {classMoment(startsAt, timeZone)}, for 1 hour. You can change that next.</p>}
      confirmLabel="Add class"
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label="Link of the class"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="Zoom, Meet, Teams or any other. Learners see it from 15 minutes before the start."
        data-first=""
        {...field('url', urlMissing)}
      />
    </FormDialog>
  );
}

/** The kinds of lectures, each added in its own way. */
export function AddLectureMenu(props: AddLectureProps) {
  const { tree, part } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [isAskingLink, askLink] = useState(false);
  const { add, open } = useAddDraft(props);
  const adding = useAction({ run: add, messages: { error: messages.lectures.addError }, onSuccess: open });
  const choose = (kind: FileKind): void => {
    if (!picker.current) return;
    picker.current.accept = fileAccept[kind];
    picker.current.click();
  };
  const actions: Record<LectureKind, () => void> = {
    video: () => choose('video'),
    audio: () => choose('audio'),
    text: () => void adding.start({ kind: 'text', title: 'New text' }),
    pdf: () => choose('pdf'),
    live: () => askLink(true),
    quiz: () => void adding.start({ kind: 'quiz', title: 'New quiz' }),
  };
  return (
    <>
      <RowMenu
        label={`Add lecture${part.title && ` to ${part.title}`}`}
        className="curriculum-add"
        items={LectureKind.options.map((kind) => ({
          label: kindNames[kind],
          icon: kindIcons[kind],
          hint: hints[kind],
          shortcut: kindNames[kind].charAt(0),
          onSelect: actions[kind],
        }))}
      >
        <Plus size={18} aria-hidden="true" />
        Add lecture {part.title && <span className="sr-only">to {part.title}</span>}
      </RowMenu>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files of new lectures"
        onChange={({ currentTarget }) => {
          tree.files.add(part, pickedFiles(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
      {isAskingLink && <NewClass {...props} onClose={() => askLink(false)} />}
    </>
  );
}
