import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type FieldErrors, useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { LectureFields } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { courseAboutQuery } from '#web/api/queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useSite } from '#web/components/site.tsx';
import { complaintsAbout } from '#web/forms/complaints.ts';
import { pickedFile } from '#web/forms/picked-file.ts';
import { LeaveWarning } from '#web/pages/lectures/leave-warning.tsx';
import { UploadPanel } from '#web/pages/lectures/upload-panel.tsx';
import { useUpload } from '#web/pages/lectures/use-upload.ts';
import { useCourseId } from '#web/session/guard.tsx';

const { addIncomplete, addLoading, addSuccess, addError } = messages.lectures;
const complaints = complaintsAbout(addIncomplete);

const tooLarge = (sizeBytes: number, maxBytes: number) =>
  `This file has ${formatSize(sizeBytes)}. A video may have up to ${formatSize(maxBytes)}.`;

const formSchema = (maxUploadBytes: number) =>
  LectureFields.extend({
    video: pickedFile(addIncomplete).refine(({ size }) => size <= maxUploadBytes, {
      error: ({ input }) => tooLarge(input instanceof File ? input.size : 0, maxUploadBytes),
    }),
  });

type Draft = z.input<ReturnType<typeof formSchema>>;
type LectureInput = z.output<ReturnType<typeof formSchema>>;

const useAddLecture = (courseId: string, onAdded: () => Promise<void>) => {
  const queryClient = useQueryClient();
  const [complaint, setComplaint] = useState<string>();
  const { upload, ...sending } = useUpload();
  const { start, isBusy } = useAction({
    run: ({ video, ...fields }: LectureInput) => {
      setComplaint(undefined);
      return upload(video.size, (options) =>
        call('POST /courses/:courseId', { params: { courseId }, fields, files: { lecture: video }, ...options }),
      );
    },
    sentences: { loading: addLoading, success: addSuccess, error: addError },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      await queryClient.invalidateQueries({ queryKey: ['course', courseId] });
      await onAdded();
    },
    onError: (error) => setComplaint(sentenceOf(error, addError)),
  });
  return { start, isBusy, complaint, setComplaint, ...sending };
};

/** Back to where the person came from; a page that was opened directly has no such place. */
const useGoBack = (otherwise: string) => {
  const navigate = useNavigate();
  return async () => {
    const state: unknown = window.history.state;
    const hasEarlier = typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
    await (hasEarlier ? navigate(-1) : navigate(otherwise, { replace: true }));
  };
};

export function Component() {
  const courseId = useCourseId();
  const { maxUploadBytes } = useSite();
  const about = useQuery(courseAboutQuery(courseId));
  const goBack = useGoBack(`/course/displaylectures?course=${courseId}`);
  const adding = useAddLecture(courseId, goBack);
  const { register, control, handleSubmit, formState } = useForm<Draft, unknown, LectureInput>({
    resolver: zodResolver(formSchema(maxUploadBytes)),
    defaultValues: { title: '', description: '' },
  });
  const { errors } = formState;
  const onInvalid = (problems: FieldErrors<Draft>) => {
    const sentence = complaints.ofForm(problems);
    adding.setComplaint(sentence);
    toast.error(sentence);
  };

  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>Add new Lecture</PageHeading>
      {about.data && <p className="mt-2 text-muted">To the course {about.data.course.title}</p>}
      <form
        className="mt-8 space-y-6"
        noValidate
        onSubmit={(event) => void handleSubmit(adding.start, onInvalid)(event)}
      >
        {adding.complaint && <FormAlert>{adding.complaint}</FormAlert>}
        <fieldset disabled={adding.isBusy} className="space-y-6">
          <TextField
            label="Title"
            {...register('title')}
            autoComplete="off"
            error={complaints.beside(errors.title, 'Enter a title')}
          />
          <TextArea
            label="Description"
            {...register('description')}
            error={complaints.beside(errors.description, 'Enter a description')}
          />
          <Controller
            control={control}
            name="video"
            render={({ field }) => (
              <FileDrop
                ref={field.ref}
                label="Video"
                kind="video"
                accept="video/*"
                hint={`Any video, up to ${formatSize(maxUploadBytes)}`}
                file={field.value}
                onFile={field.onChange}
                error={complaints.beside(errors.video, 'Choose a video')}
              />
            )}
          />
        </fieldset>
        {adding.progress && <UploadPanel progress={adding.progress} onCancel={adding.cancel} />}
        <Button type="submit" size="large" className="w-full" isBusy={adding.isBusy} busyText="Adding the lecture">
          Add lecture
        </Button>
      </form>
      <LeaveWarning isRunning={adding.isRunning} onLeave={adding.cancel} />
    </div>
  );
}
