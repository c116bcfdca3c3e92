import { Plural } from '@lingui/react/macro';
import { mediumOf } from '#contract/classroom/kind-facts.ts';
import { type FormEvent, useState } from 'react';
import type { FileReport } from '#contract/file-report.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { FileReportView } from '#web/ui/file-report.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { type LectureOfCourse, useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { LectureFiles } from './lecture-files.tsx';

const LANGUAGES = [
  ['en', 'English'],
  ['hi', 'हिन्दी'],
  ['bn', 'বাংলা'],
  ['ta', 'தமிழ்'],
  ['te', 'తెలుగు'],
  ['mr', 'मराठी'],
  ['gu', 'ગુજરાતી'],
  ['kn', 'ಕನ್ನಡ'],
  ['ml', 'മലയാളം'],
  ['pa', 'ਪੰਜਾਬੀ'],
  ['ur', 'اردو'],
] as const;

const saving = { loading: messages.authoring.captionsSaving, error: messages.authoring.captionsFailed };

function AddCaptions({ courseId, lecture }: LectureOfCourse) {
  const [file, setFile] = useState<File>();
  const [language, setLanguage] = useState('en');
  const [label, setLabel] = useState('English');
  const [report, setReport] = useState<FileReport>();
  const showSaved = useShowSavedCourse(courseId);
  const adding = useAction({
    run: (captions: File) =>
      call('PUT /courses/:courseId/lecture/:lectureId/captions/:language', {
        params: { courseId, lectureId: lecture._id, language },
        fields: { label },
        files: { captions },
      }),
    messages: saving,
    onSuccess: async (saved) => {
      setFile(undefined);
      setReport(saved.report);
      await showSaved(saved);
    },
  });
  const choose = (code: string): void => {
    setLanguage(code);
    setLabel(LANGUAGES.find(([known]) => known === code)?.[1] ?? code);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file) void adding.start(file);
  };
  const isReplacing = lecture.captions.some((track) => track.language === language);
  return (
    <form className="space-y-4" onSubmit={submit}>
      <FileDrop
        label={isReplacing ? `Captions file (replaces ${label})` : 'Captions file'}
        kind="text"
        accept=".vtt,.srt,.sbv,.ass,.ssa,.txt"
        hint="WebVTT, SRT, SBV or ASS, up to 2 MB"
        file={file}
        onFile={(next) => {
          setFile(next);
          setReport(undefined);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Language">
          {(described) => (
            <select
              {...described}
              className="input appearance-auto"
              value={language}
              onChange={({ target }) => choose(target.value)}
            >
              {LANGUAGES.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label="Display name"
          autoComplete="off"
          required
          maxLength={60}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </div>
      <Button type="submit" isBusy={adding.isBusy} busyText="Saving" isDisabled={!file}>
        Add captions
      </Button>
      {report && (
        <FileReportView report={report}>
          <Plural value={report.read} one="# caption read." other="# captions read." />
        </FileReportView>
      )}
    </form>
  );
}

const subtitles = {
  title: 'Captions',
  none: 'No captions yet. They help deaf learners and those studying in another language.',
  add: 'Add captions',
};
/** The captions of a lecture without a picture. */
const transcript = {
  title: 'Transcript',
  none: 'No transcript yet. Learners read it beside the player, and find the words in it.',
  add: 'Add a transcript',
};

/** One file per language. */
export function CaptionsEditor({ courseId, lecture }: LectureOfCourse) {
  const { _id: lectureId, captions, kind } = lecture;
  const words = mediumOf(kind) === 'audio' ? transcript : subtitles;
  return (
    <LectureFiles
      courseId={courseId}
      id={`captions-${lectureId}`}
      title={words.title}
      files={captions.map(({ language, label, address }) => ({
        id: language,
        removeLabel: `Remove captions in ${label}`,
        content: (
          <a href={address} download className="min-w-0 flex-1 wrap-anywhere hover:underline" lang={language}>
            {label}
          </a>
        ),
      }))}
      remove={(language) =>
        call('DELETE /courses/:courseId/lecture/:lectureId/captions/:language', {
          params: { courseId, lectureId, language },
        })
      }
      messages={saving}
    >
      {captions.length === 0 && <p className="meta">{words.none}</p>}
      <details className="curriculum-more">
        <summary>{words.add}</summary>
        <AddCaptions courseId={courseId} lecture={lecture} />
      </details>
    </LectureFiles>
  );
}
