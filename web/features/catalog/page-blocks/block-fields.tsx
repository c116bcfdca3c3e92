import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { type Block, COURSES_MAX, QUESTIONS_MAX, QUOTE_MAX_CHARACTERS } from '#contract/catalog/page-blocks.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, TextArea } from '#web/ui/forms/fields.tsx';
import { MarkdownField } from '#web/ui/inputs/markdown-field.tsx';
import { CaptionField, type FieldsProps, Line, type Of, TitleField } from './block-lines.tsx';
import { PictureField } from './picture-field.tsx';

function QuoteFields({ block, errorOf, onChange }: FieldsProps<Of<'quote'>>) {
  const { t } = useLingui();
  return (
    <>
      <TextArea
        label={t`Quote`}
        rows={3}
        hint={t`${{ characters: block.quote.length }} of ${QUOTE_MAX_CHARACTERS}`}
        value={block.quote}
        error={errorOf('quote')}
        onChange={({ target }) => onChange((newest) => ({ ...newest, quote: target.value }))}
      />
      <Line
        label={t`Who`}
        value={block.who}
        error={errorOf('who')}
        onText={(who) => onChange((newest) => ({ ...newest, who }))}
      />
      <Line
        label={t`About them`}
        hint={t`Optional, such as “Learner since 2024”. Ask before you quote someone.`}
        value={block.about}
        error={errorOf('about')}
        onText={(about) => onChange((newest) => ({ ...newest, about }))}
      />
    </>
  );
}

function QuestionFields(props: FieldsProps<Of<'questions'>>) {
  const { t } = useLingui();
  const { block, errorOf, onChange } = props;
  const { questions } = block;
  const change = (index: number, part: Partial<(typeof questions)[number]>) =>
    onChange((newest) => ({
      ...newest,
      questions: newest.questions.map((one, at) => (at === index ? { ...one, ...part } : one)),
    }));
  return (
    <>
      <TitleField {...props} />
      {questions.map(({ question, answer }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- questions have no id, and no state of their own
        <fieldset key={index} className="space-y-3 border-t border-line pt-4">
          <legend className="sr-only">
            <Trans>Question {{ number: index + 1 }}</Trans>
          </legend>
          <Line
            label={t`Question ${{ number: index + 1 }}`}
            value={question}
            error={errorOf(`questions.${index}.question`)}
            onText={(text) => change(index, { question: text })}
          />
          <MarkdownField
            label={t`Answer ${{ number: index + 1 }}`}
            rows={3}
            value={answer}
            error={errorOf(`questions.${index}.answer`)}
            onChange={({ target }) => change(index, { answer: target.value })}
          />
          {questions.length > 1 && (
            <Button
              tone="ghost"
              size="small"
              onClick={() => onChange((newest) => ({ ...newest, questions: newest.questions.toSpliced(index, 1) }))}
            >
              <Trash2 size={16} aria-hidden="true" />
              <Trans>Remove question {{ number: index + 1 }}</Trans>
            </Button>
          )}
        </fieldset>
      ))}
      {questions.length < QUESTIONS_MAX && (
        <Button
          tone="quiet"
          onClick={() =>
            onChange((newest) => ({ ...newest, questions: [...newest.questions, { question: '', answer: '' }] }))
          }
        >
          <Plus size={16} aria-hidden="true" />
          <Trans>Add question</Trans>
        </Button>
      )}
    </>
  );
}

const LectureField = ({ block, choices, errorOf, onChange }: FieldsProps<Of<'video'>>) => {
  const { t } = useLingui();
  return (
    <Field
      label={t`Lecture`}
      error={errorOf('lectureId')}
      hint={
        choices.lectures.length === 0 ? t`No lecture is a free preview yet.` : t`Free previews, which anyone may watch.`
      }
    >
      {(described) => (
        <select
          {...described}
          className="select h-12"
          value={block.lectureId}
          onChange={({ target }) => onChange((newest) => ({ ...newest, lectureId: target.value }))}
        >
          <option value="" disabled>
            {t`Choose a lecture`}
          </option>
          {choices.lectures.map(({ _id, title, courseTitle }) => (
            <option key={_id} value={_id}>
              {courseTitle}: {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

function CourseChoice({ block, choices, onChange }: FieldsProps<Of<'courses'>>) {
  const { courseIds } = block;
  const isFull = courseIds.length >= COURSES_MAX;
  const toggle = (id: string) =>
    onChange((newest) => ({
      ...newest,
      courseIds: newest.courseIds.includes(id)
        ? newest.courseIds.filter((one) => one !== id)
        : [...newest.courseIds, id],
    }));
  return (
    <fieldset>
      <legend className="field-label">
        <Trans>Courses</Trans>
      </legend>
      <p className="meta mb-2">
        <Trans>Up to {COURSES_MAX}, in the order in which you choose them. Without any, the newest three.</Trans>
      </p>
      <ul className="max-h-72 overflow-y-auto rounded-field border border-line p-2">
        {choices.courses.map(({ _id, title }) => (
          <li key={_id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-2 text-sm">
              <input
                type="checkbox"
                className="checkbox"
                checked={courseIds.includes(_id)}
                disabled={isFull && !courseIds.includes(_id)}
                onChange={() => toggle(_id)}
              />
              {title}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function TextFields(props: FieldsProps<Of<'text'>>) {
  const { t } = useLingui();
  const { block, errorOf, onChange } = props;
  return (
    <>
      <TitleField {...props} />
      <MarkdownField
        label={t`Text`}
        rows={8}
        value={block.body}
        error={errorOf('body')}
        onChange={({ target }) => onChange((newest) => ({ ...newest, body: target.value }))}
      />
    </>
  );
}

function PictureFields(props: FieldsProps<Of<'picture'>>) {
  const { t } = useLingui();
  const { block, page, errorOf, onChange } = props;
  return (
    <>
      <PictureField
        page={page}
        picture={block.picture}
        error={errorOf('picture')}
        onPicture={(picture) => onChange((newest) => ({ ...newest, picture }))}
      />
      <Line
        label={t`Description`}
        hint={t`Describe it for people who cannot see it.`}
        value={block.alt}
        error={errorOf('alt')}
        onText={(alt) => onChange((newest) => ({ ...newest, alt }))}
      />
      <CaptionField {...props} />
    </>
  );
}

const VideoFields = (props: FieldsProps<Of<'video'>>) => (
  <>
    <TitleField {...props} />
    <LectureField {...props} />
    <CaptionField {...props} />
  </>
);

const CoursesFields = (props: FieldsProps<Of<'courses'>>) => (
  <>
    <TitleField {...props} />
    <CourseChoice {...props} />
  </>
);

function LinkFields(props: FieldsProps<Of<'link'>>) {
  const { t } = useLingui();
  const { block, errorOf, onChange } = props;
  return (
    <>
      <Line
        label={t`Link text`}
        value={block.label}
        error={errorOf('label')}
        onText={(label) => onChange((newest) => ({ ...newest, label }))}
      />
      <Line
        label={t`Address`}
        hint={t`Such as a video elsewhere. It opens on its own page.`}
        value={block.href}
        error={errorOf('href')}
        onText={(href) => onChange((newest) => ({ ...newest, href }))}
      />
      <CaptionField {...props} />
    </>
  );
}

const isOf = <K extends Block['kind']>(block: Block, kind: K): block is Of<K> => block.kind === kind;

/** The fields of a block, as its kind has them. */
export function BlockFields({ block, onChange, ...rest }: FieldsProps<Block>) {
  /** The kind of a block never changes. */
  const propsOf = <K extends Block['kind']>(kind: K, shown: Of<K>): FieldsProps<Of<K>> => ({
    ...rest,
    block: shown,
    onChange: (of) => onChange((newest) => (isOf(newest, kind) ? of(newest) : newest)),
  });
  switch (block.kind) {
    case 'text':
      return <TextFields {...propsOf('text', block)} />;
    case 'picture':
      return <PictureFields {...propsOf('picture', block)} />;
    case 'quote':
      return <QuoteFields {...propsOf('quote', block)} />;
    case 'questions':
      return <QuestionFields {...propsOf('questions', block)} />;
    case 'video':
      return <VideoFields {...propsOf('video', block)} />;
    case 'link':
      return <LinkFields {...propsOf('link', block)} />;
    case 'courses':
      return <CoursesFields {...propsOf('courses', block)} />;
    default:
      return <TitleField {...propsOf('plans', block)} />;
  }
}
