import type { AttemptQuestion } from '#contract/quiz-fields.ts';
import type { AnswerFile } from '#contract/quiz-questions.ts';
import { instructions, optionsOf } from '#contract/quiz-words.ts';
import { Html, html, nothing } from '#server/http/html.ts';
import { fieldName, partsOf, seqName, valuesOf } from './answers.ts';
import { renderOptionMedia, renderText } from './rich-text.ts';

/** As the contract limits them. */
const PART_MAX_LENGTH = 500;
const TEXT_MAX_LENGTH = 20_000;

interface Field {
  question: AttemptQuestion;
  /** What is in the fields: the stored answer, or what a person sent. */
  values: URLSearchParams;
  /** Where the files that were sent are. */
  files: string;
}

const choices = ({ question, values }: Field): Html => {
  const name = fieldName(question.position);
  const kind = question.type === 'multiple' ? 'checkbox' : 'radio';
  const chosen = values.getAll(name);
  return html`${optionsOf(question).map(
    ({ id, text, media }) =>
      html`<label class="choice"
        ><input type="${kind}" name="${name}" value="${id}" ${chosen.includes(id) ? html`checked` : nothing} />
        <span dir="auto">${text}${media ? renderOptionMedia(media, text) : nothing}</span></label
      >`,
  )}`;
};

interface Chosen {
  value: string;
  text: string;
}

const select = (label: Html, { name, value, options }: { name: string; value: string; options: Chosen[] }): Html =>
  html`<label class="pair"
    ><span dir="auto">${label}</span>
    <select name="${name}">
      <option value="">Choose…</option>
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value ? html`selected` : nothing}>
            ${option.text}
          </option>`,
      )}
    </select></label
  >`;

const order = ({ question: { position, options }, values }: Field): Html => {
  const places = options.map((_, index) => ({ value: String(index + 1), text: `Place ${index + 1}` }));
  return html`${options.map(({ text, media }, index) => {
    const name = fieldName(position, index);
    return select(html`${text}${media ? renderOptionMedia(media, text) : nothing}`, {
      name,
      value: values.get(name) ?? '',
      options: places,
    });
  })}`;
};

/** A list to choose from has no pictures: they are above it. */
const rights = ({ question: { options } }: Field): Html => {
  const pictured = options.filter(({ media }) => media !== null);
  if (pictured.length === 0) return nothing;
  return html`<ul class="list" aria-label="What they belong to">
    ${pictured.map(
      ({ text, media }) => html`<li dir="auto">${text}${media ? renderOptionMedia(media, text) : nothing}</li>`,
    )}
  </ul>`;
};

const match = (field: Field): Html => {
  const {
    question: { position, options, lefts, leftMedia },
    values,
  } = field;
  return html`${rights(field)}${lefts.map((left, index) => {
    const name = fieldName(position, index);
    const media = leftMedia[index];
    return select(html`${left}${media ? renderOptionMedia(media, left) : nothing}`, {
      name,
      value: values.get(name) ?? '',
      options: options.map(({ id, text }) => ({ value: id, text })),
    });
  })}`;
};

const line = ({ question: { position, type }, values }: Field): Html => {
  const name = fieldName(position);
  return html`<label class="line" for="${name}">Your answer</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="${type === 'number' ? 'decimal' : 'text'}"
      maxlength="${PART_MAX_LENGTH}"
      autocomplete="off"
      dir="auto"
      value="${values.get(name) ?? ''}"
    />`;
};

/** A browser removes the first line break of a text area. */
const textArea = ({ question: { position }, values }: Field): Html => {
  const name = fieldName(position);
  const attributes = html`id="${name}" name="${name}" rows="8" maxlength="${TEXT_MAX_LENGTH}" dir="auto"`;
  const written = html`${values.get(name) ?? ''}`;
  return html`<label class="line" for="${name}">Your answer</label>
    ${new Html(`<textarea ${attributes.text}>\n${written.text}</textarea>`)}`;
};

/** A file that was sent, to be saved. */
export const fileLink = ({ _id, name }: AnswerFile, files: string): Html =>
  html`<a href="${files}/${_id}" dir="auto">${name}</a>`;

/** A browser shows no file that was sent before. */
const fileField = ({ question: { position, answer }, files }: Field): Html => {
  const name = fieldName(position);
  return html`${answer.file ? html`<p>Sent: ${fileLink(answer.file, files)}. Another file takes its place.</p>` : nothing}
    <label class="line" for="${name}">Your file</label>
    <input id="${name}" name="${name}" type="file" />`;
};

const GAP = /\{\{(\d+)\}\}/;

/** The text with a field in each gap; every second piece is the number of one. */
const gaps = ({ question, values }: Field): Html =>
  renderText(
    question.blocks,
    (text) =>
      html`${text.split(GAP).map((piece, index) => {
        if (index % 2 === 0) return html`${piece}`;
        const name = fieldName(question.position, Number(piece) - 1);
        const label = `Gap ${piece} of ${partsOf(question)}`;
        return html`<input
          class="gap"
          name="${name}"
          aria-label="${label}"
          maxlength="${PART_MAX_LENGTH}"
          autocomplete="off"
          dir="auto"
          value="${values.get(name) ?? ''}"
        />`;
      })}`,
  );

const fields: Record<Exclude<AttemptQuestion['type'], 'blanks'>, (field: Field) => Html> = {
  single: choices,
  multiple: choices,
  true_false: choices,
  short: line,
  number: line,
  order,
  match,
  long: textArea,
  file: fileField,
};

export const pointsOf = ({ points }: Pick<AttemptQuestion, 'points'>): string =>
  points === 1 ? '1 point' : `${points} points`;

/** What a person sent that is no answer, and why. */
export interface Given {
  form: URLSearchParams;
  problem: string;
}

/** A question that is open, with its fields. */
export const renderQuestion = (
  question: AttemptQuestion,
  { count, given, files }: { count: number; given: Given | undefined; files: string },
): Html => {
  const { position, type, seq } = question;
  const field = { question, files, values: given?.form ?? valuesOf(question, question.answer) };
  const id = `text${position}`;
  return html`<fieldset class="question" id="question-${position + 1}" aria-describedby="${id}">
    <legend>Question ${position + 1} of ${count} · ${pointsOf(question)}</legend>
    <input type="hidden" name="${seqName(position)}" value="${given?.form.get(seqName(position)) ?? seq}" />
    ${given ? html`<p class="problem">${given.problem}</p>` : nothing}
    <div id="${id}">
      ${type === 'blanks' ? gaps(field) : renderText(question.blocks)}
      <p class="how">${instructions[type]}</p>
    </div>
    ${type === 'blanks' ? nothing : fields[type](field)}
  </fieldset>`;
};
