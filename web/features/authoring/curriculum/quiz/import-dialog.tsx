import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Check } from 'lucide-react';
import { useId, useState } from 'react';
import { fileMessages } from '#contract/file-messages.ts';
import type { FileReport, Repaired } from '#contract/file-report.ts';
import { questionTitle } from '#contract/plain-words.ts';
import { messages } from '#contract/messages.ts';
import { readTextFile } from '#contract/text-file.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { editedQuizQuery, type QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Shell } from '#web/ui/dialogs/shell.tsx';
import { FileReportView } from '#web/ui/file-report.tsx';
import { Field, TextArea } from '#web/ui/forms/fields.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { formatNames, formatOf, formats, type ImportFormat } from './import-format.ts';
import { typeNames } from './question-words.ts';
import { useShowSavedQuiz } from './use-quiz.ts';
import type { Language } from '#contract/languages/language.ts';
import { Said, useLanguage } from '#web/ui/language/language.tsx';

type Checked = Pick<ResponseOf<'POST /courses/:courseId/lectures/:lectureId/quiz/import'>, 'lines' | 'report'>;

const HINTS: Record<ImportFormat, MessageDescriptor> = {
  gift: msg`${{ example: '::Title:: A question? { =right ~wrong ~wrong }' }} as Moodle exports it`,
  aiken: msg`A question, lines A. to D., and a line ANSWER: B`,
  csv: msg`Columns question, answer, option 1, option 2 and so on, type, points, explanation`,
};

const FILE_MAX_BYTES = 1024 * 1024;

const { notImported, nothingToImport } = messages.quizzes;

interface ImportDialogProps {
  place: QuizOfCourse;
  onClose: () => void;
}

/** The text, its format, and what a dry run finds in it. */
const useImport = ({ place, onClose }: ImportDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showSaved = useShowSavedQuiz(place);
  const [text, setText] = useState('');
  const [chosen, choose] = useState<ImportFormat>();
  const [checked, setChecked] = useState<Checked>();
  const [file, setFile] = useState<{ repaired: Repaired[]; problem?: string }>({ repaired: [] });
  const format = chosen ?? formatOf(text);
  const send = (isDryRun: boolean) =>
    call('POST /courses/:courseId/lectures/:lectureId/quiz/import', {
      params: { ...place },
      body: { format, text, isDryRun },
    });
  const check = useAction({
    run: () => send(true),
    messages: { error: notImported },
    onSuccess: setChecked,
  });
  const add = useAction({
    run: () => send(false),
    messages: { error: notImported },
    onSuccess: async () => {
      onClose();
      await queryClient.refetchQueries({ queryKey: editedQuizQuery(place).queryKey });
      await showSaved();
    },
  });
  const edit = (next: string): void => {
    setText(next);
    setChecked(undefined);
    setFile({ repaired: [] });
  };
  const open = async (given: File): Promise<void> => {
    const read = given.size > FILE_MAX_BYTES ? undefined : readTextFile(new Uint8Array(await given.arrayBuffer()));
    edit(read?.text ?? '');
    const problem = given.size > FILE_MAX_BYTES ? t`This file is larger than 1 MB` : fileMessages.unknownEncoding;
    setFile(read ? { repaired: read.repaired } : { repaired: [], problem });
  };
  return {
    text,
    edit,
    open: (given: File | undefined): void => void (given && open(given)),
    file,
    format,
    choose: (next: ImportFormat): void => {
      choose(next);
      setChecked(undefined);
    },
    checked,
    check,
    add,
  };
};

type ImportState = ReturnType<typeof useImport>;

interface ImportFieldsProps extends Pick<ImportState, 'text' | 'edit' | 'open' | 'file' | 'format' | 'choose'> {
  isMissing: boolean;
}

const ImportFields = ({ text, edit, open, file, format, choose, isMissing }: ImportFieldsProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <>
      <TextArea
        label={t`Questions`}
        rows={6}
        spellCheck={false}
        className="font-mono text-sm!"
        placeholder={language._(HINTS[format])}
        value={text}
        error={isMissing ? nothingToImport : undefined}
        data-first=""
        onChange={({ target }) => edit(target.value)}
      />
      <FileDrop
        label={t`Or a file`}
        kind="text"
        accept=".txt,.gift,.csv,text/plain,text/csv"
        hint={t`GIFT, Aiken or CSV, up to 1 MB`}
        file={undefined}
        error={file.problem}
        onFile={open}
      />
      <Field label={t`Format`} hint={language._(HINTS[format])}>
        {(described) => (
          <select
            {...described}
            className="select w-full"
            value={format}
            onChange={({ target }) => choose(formats.find((one) => one === target.value) ?? 'gift')}
          >
            {formats.map((one) => (
              <option key={one} value={one}>
                {formatNames[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
};

const CheckedLines = ({ lines }: Pick<Checked, 'lines'>) => {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <ol
      aria-label={t`What is in it`}
      className="max-h-80 divide-y divide-line overflow-y-auto rounded-box border border-line text-sm"
    >
      {lines.map(({ line, question, fault }) => (
        <li key={line} className="flex gap-3 px-3 py-2">
          {question ? (
            <Check size={16} className="mt-0.5 shrink-0 text-success" aria-label={t`Right`} />
          ) : (
            <CircleAlert size={16} className="mt-0.5 shrink-0 text-error" aria-label={t`Faulty`} />
          )}
          <span className="num w-14 shrink-0 text-muted">
            <Trans>Line {line}</Trans>
          </span>
          <span className="min-w-0 flex-1">
            {question ? (
              <>
                <span dir="auto" className="line-clamp-2 wrap-anywhere">
                  {questionTitle(question.text)}
                </span>
                <span className="meta num">
                  {language._(typeNames[question.type])} ·{' '}
                  <Plural value={question.points} one="# point" other="# points" />
                </span>
              </>
            ) : (
              <span className="font-medium text-error">
                <Said>{fault}</Said>
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
};

const summaryOf = (right: number, faulty: number, { _ }: Language): string => {
  if (right === 0) return _(msg`Nothing here can be added.`);
  return faulty > 0
    ? _(
        msg`${plural(right, { one: '# question', other: '# questions' })} can be added, ${plural(faulty, { one: '# cannot be read and stays out', other: '# cannot be read and stay out' })}.`,
      )
    : _(msg`${plural(right, { one: '# question', other: '# questions' })} can be added.`);
};

/** What the list of lines does not show. */
const besidesLines = ({ lines, report }: Checked, repaired: readonly Repaired[]): FileReport => {
  const faulty = new Set(lines.filter(({ fault }) => fault !== null).map(({ line }) => line));
  return {
    ...report,
    repaired: [...repaired, ...report.repaired],
    leftOut: report.leftOut.filter(({ line }) => !faulty.has(line)),
  };
};

/** Imports questions after a dry run that shows every line. */
export function ImportDialog(props: ImportDialogProps) {
  const language = useLanguage();
  const id = useId();
  const { checked, check, add, ...fields } = useImport(props);
  const { text, file } = fields;
  const [isEmpty, setEmpty] = useState(false);
  const right = checked?.lines.filter(({ question }) => question !== null).length ?? 0;
  const start = (): void => {
    setEmpty(text.trim() === '');
    if (text.trim() !== '') void check.start(undefined);
  };
  return (
    <Shell className="sheet w-[min(44rem,100vw_-_2rem)]" aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id} className="text-title">
        <Trans>Import questions</Trans>
      </h2>
      <div className="mt-4 space-y-4">
        <ImportFields {...fields} isMissing={isEmpty && text.trim() === ''} />
        <output className="block text-sm font-semibold">
          {checked && summaryOf(right, checked.lines.length - right, language)}
        </output>
        {checked && checked.lines.length > 0 && <CheckedLines lines={checked.lines} />}
        {checked && <FileReportView report={besidesLines(checked, file.repaired)} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2.5">
        <Button tone="quiet" onClick={props.onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {checked && right > 0 ? (
          <Button isBusy={add.isBusy} onClick={() => void add.start(undefined)}>
            <Trans>
              Add <Plural value={right} one="# question" other="# questions" />
            </Trans>
          </Button>
        ) : (
          <Button isBusy={check.isBusy} onClick={start}>
            <Trans>Check</Trans>
          </Button>
        )}
      </div>
    </Shell>
  );
}
