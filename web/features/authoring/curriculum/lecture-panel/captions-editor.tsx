import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
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
import { useLanguage } from '#web/ui/language/language.tsx';

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
  const { t } = useLingui();
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
        label={isReplacing ? t`Captions file (replaces ${label})` : t`Captions file`}
        kind="text"
        accept=".vtt,.srt,.sbv,.ass,.ssa,.txt"
        hint={t`WebVTT, SRT, SBV or ASS, up to 2 MB`}
        file={file}
        onFile={(next) => {
          setFile(next);
          setReport(undefined);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Language`}>
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
          label={t`Display name`}
          autoComplete="off"
          required
          maxLength={60}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </div>
      <Button type="submit" isBusy={adding.isBusy} busyText={t`Saving`} isDisabled={!file}>
        <Trans>Add captions</Trans>
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
  title: msg`Captions`,
  none: msg`No captions yet. They help deaf learners and those studying in another language.`,
  add: msg`Add captions`,
};
/** The captions of a lecture without a picture. */
const transcript = {
  title: msg`Transcript`,
  none: msg`No transcript yet. Learners read it beside the player, and find the words in it.`,
  add: msg`Add a transcript`,
};

/** One file per language. */
export function CaptionsEditor({ courseId, lecture }: LectureOfCourse) {
  const { t } = useLingui();
  const language = useLanguage();
  const { _id: lectureId, captions, kind } = lecture;
  const words = mediumOf(kind) === 'audio' ? transcript : subtitles;
  return (
    <LectureFiles
      courseId={courseId}
      id={`captions-${lectureId}`}
      title={language._(words.title)}
      files={captions.map(({ language: code, label, address }) => ({
        id: code,
        removeLabel: t`Remove captions in ${label}`,
        content: (
          <a href={address} download className="min-w-0 flex-1 wrap-anywhere hover:underline" lang={code}>
            {label}
          </a>
        ),
      }))}
      remove={(code) =>
        call('DELETE /courses/:courseId/lecture/:lectureId/captions/:language', {
          params: { courseId, lectureId, language: code },
        })
      }
      messages={saving}
    >
      {captions.length === 0 && <p className="meta">{language._(words.none)}</p>}
      <details className="curriculum-more">
        <summary>{language._(words.add)}</summary>
        <AddCaptions courseId={courseId} lecture={lecture} />
      </details>
    </LectureFiles>
  );
}
